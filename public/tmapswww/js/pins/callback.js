// @ts-check
// The addresses that Organic Maps would open: the twin of Sources/TMapsAdapters/OrganicMaps/OMPin.swift, checked
// against the same table, Tests/Shared/callback-cases.json.

/** @typedef {{latitude: number, longitude: number, name: string, id: string}} Pin texts may be empty */

/** Schemes that "More info" opens from a pin's id; every other id is for the app. */
const OPENED = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Where a chosen pin leads: the caller's own address, then `pin?ll=…` and, where they are not empty, `&n=…`, `&id=…`.
 * @param {string} backURL `''`: nobody is called back
 * @param {Pin} pin
 */
export function callbackURL(backURL, { latitude, longitude, name, id }) {
  if (backURL === '') return '';
  const place = `${numberText(latitude)},${numberText(longitude)}`;
  return `${backURL}pin?ll=${place}${name && `&n=${encode(name)}`}${id && `&id=${encode(id)}`}`;
}

/**
 * The `backurl` of a map link: a bare scheme gets its `://`.
 * @param {string} url
 */
export const callerURL = (url) => (url === '' || url.includes('://') ? url : `${url}://`);

/**
 * The address in a pin's id, if it is one that a browser may open for anybody: never `javascript:`.
 * @param {string} id @returns {string | null}
 */
export function addressIn(id) {
  if (id !== id.trim()) return null;
  try {
    return OPENED.has(new URL(id).protocol) ? id : null;
  } catch {
    return null;
  }
}

/**
 * Percent-encodes all but the unreserved characters of RFC 3986, as the app does.
 * @param {string} text
 */
const encode = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The shortest text that reads back as the same number; small ones as Swift writes them, `1e-05`.
 * @param {number} value
 */
function numberText(value) {
  if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/e-(\d)$/, 'e-0$1');
}
