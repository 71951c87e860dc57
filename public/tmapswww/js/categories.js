// @ts-check
import { hueAt, mix } from './theme.js';

/** Fill colours by group; calm and light, so that text and the highlight stand out. */
const GROUPS = {
  plain: '#f0ece5',
  fashion: '#f8e3e0',
  goods: '#f7e8d8',
  food: '#fbedc8',
  services: '#dfe9f3',
  health: '#e2efdf',
  leisure: '#ebe2f1',
  prayer: '#dcefec',
  facility: '#e3e6ea',
  parking: '#eae9e6',
  staff: '#dfdbd4',
  garden: '#d3e6cb',
  water: '#c9dfec',
  park: '#e7eddf',
  street: '#e2ded7',
  plaza: '#f2ebdf',
};

/** Categories of our venues and of OSM, by group. What stands in none is `plain`. */
const MEMBERS = {
  fashion: 'fashion shoes jewellery beauty optics kids watches clothes boutique cosmetics perfumery optician ' +
    'jewelry bag',
  goods: 'books home electronics florist sports toys phone gifts mobile_phone gift newsagent supermarket convenience ' +
    'department_store mall shop tobacco stationery',
  food: 'grocery bakery cafe sweets spices tea restaurant ice-cream seating fast_food bar pub food_court ice_cream ' +
    'confectionery pastry',
  services: 'laundry services bank travel office photo post_office bureau_de_change ticket hairdresser waiting_room',
  health: 'health pharmacy clinic doctors dentist hospital',
  leisure: 'cinema play playground games music art gym theatre museum library fitness_centre',
  prayer: 'prayer place_of_worship',
  facility: 'toilets lift elevator stairs steps escalator entrance atm info information',
  parking: 'parking bicycle-parking bicycle_parking platform',
  staff: 'staff storage technical private',
  garden: 'garden',
  water: 'water fountain',
  park: 'park grass',
  street: 'street road',
  plaza: 'plaza square pedestrian',
};

/** @type {Map<string, string>} */
const COLOURS = new Map();
for (const [group, members] of Object.entries(MEMBERS)) {
  for (const member of members.split(' ')) COLOURS.set(member, GROUPS[/** @type {keyof GROUPS} */ (group)]);
}

/** Facilities are told by a pictogram; those in the second set have it beside their name. */
const BADGES = new Map(Object.entries({
  toilets: 'toilets', lift: 'lift', elevator: 'lift', stairs: 'stairs', steps: 'stairs', escalator: 'escalator',
  entrance: 'entrance', atm: 'atm', info: 'info', information: 'info', parking: 'parking',
}));
const NAMED_BADGES = new Set(['parking']);

const FLOOR = '#fffefc';
const KIND_COLOURS = new Map(Object.entries({
  level: '#fbfaf7', building: '#ddd6ca', wall: '#cdc5b8', corridor: FLOOR, door: FLOOR, ground: GROUPS.plaza,
}));
/** Grey in the dark, 0 to 255, by kind: floors are darker than rooms, as in the light they are lighter. */
const DARK_GREYS = new Map(Object.entries({ level: 38, building: 60, wall: 96, corridor: 40, door: 40, ground: 30 }));
const DARK_ROOM = 58;
const DARK_FLOOR = '#f0f1f2';
/** Streets and squares differ from the green around them by lightness only. */
const PAVED = new Set([GROUPS.street, GROUPS.plaza]);

/** @param {{kind: string, category: string}} feature @param {boolean} [isDark] */
export function fillColour({ kind, category }, isDark = false) {
  const light = COLOURS.get(category) ?? KIND_COLOURS.get(kind) ?? GROUPS.plain;
  if (!isDark) return light;
  const grey = (DARK_GREYS.get(kind) ?? DARK_ROOM) + (PAVED.has(light) ? 10 : 0);
  return hueAt(light === FLOOR ? DARK_FLOOR : light, grey, kind === 'ground' ? 0.5 : 1);
}

/**
 * The line around a fill; outside none is seen, and a door's is a gap.
 * @param {string} kind @param {string} fill @param {boolean} [isDark]
 */
export function edgeColour(kind, fill, isDark = false) {
  if (kind === 'ground' || kind === 'door') return fill;
  return isDark ? mix(fill, '#c4beb2', 0.3) : mix(fill, '#4a4034', 0.3);
}

/**
 * The name of the pictogram, `''` for none.
 * @param {string} category
 */
export const badgeOf = (category) => BADGES.get(category) ?? '';

/**
 * True if a pictogram says it all.
 * @param {string} category
 */
export const isToldByBadge = (category) => BADGES.has(category) && !NAMED_BADGES.has(badgeOf(category));
