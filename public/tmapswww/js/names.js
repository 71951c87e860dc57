// @ts-check
/** @typedef {import('./venue/venue.js').Names} Names */

/**
 * Gathers the texts of a name: a string, an object by language (IMDF), and OSM's `name:xx` tags.
 * @param {unknown} name
 * @param {Record<string, any>} [tags]
 * @returns {Names}
 */
export function namesFrom(name, tags = {}) {
  const names = new Map();
  const add = (/** @type {string} */ language, /** @type {unknown} */ text) => {
    if (typeof text === 'string' && text.trim() !== '') names.set(language, text.trim());
  };
  if (typeof name === 'object' && name !== null) {
    for (const [language, text] of Object.entries(name)) add(language, text);
  } else {
    add('', typeof name === 'number' ? String(name) : name);
  }
  for (const [key, text] of Object.entries(tags)) {
    if (key.startsWith('name:')) add(key.slice('name:'.length), text);
  }
  return names;
}

/** The text in a language, else in none stated, else in English, else any; `''` if there is none.
 * @param {Names} names @param {string} language */
export function nameIn(names, language) {
  return names.get(language) ?? names.get('') ?? names.get('en') ?? names.values().next().value ?? '';
}

/**
 * What a feature is called: its tenant, else its own name, else its booth, else its category.
 * @param {import('./venue/venue.js').FeatureData} feature
 * @param {import('./tenants.js').Tenant | undefined} tenant
 * @param {string} language
 */
export function displayName(feature, tenant, language) {
  const tenantName = tenant ? nameIn(namesFrom(tenant.name), language) : '';
  return tenantName || nameIn(feature.names, language) || textOf(tenant?.booth_id) || feature.booth || feature.category;
}

/** @param {unknown} value */
const textOf = (value) => (value === null || value === undefined ? '' : String(value));
