/**
 * The fields of an action for people, from its JSON Schema.
 * @param {{properties?: Record<string, any>, required?: string[]}} definition
 * @returns {{name: string, kind: string, isRequired: boolean, about: string}[]} without `type`, the required ones first
 */
export function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).filter(([name]) => name !== 'type').map(([name, schema]) => ({
    name, kind: kindOf(schema), isRequired: required.includes(name), about: schema.description ?? '',
  })).sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

const ANY = 'any value';

/** @param {any} schema @returns {string} such as `number`, `"2D" or "3D"`, `array of object` */
function kindOf(schema) {
  const choices = (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ type }) => type !== 'null').map((one) => {
    if ('const' in one) return JSON.stringify(one.const);
    if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(' or ');
    const kind = one['x-tmaps-kind'] ?? one.type ?? ANY;
    const items = kind === 'array' && one.items ? kindOf(one.items) : ANY;
    return items === ANY ? kind : `array of ${items}`;
  });
  return [...new Set(choices)].join(' or ');
}
