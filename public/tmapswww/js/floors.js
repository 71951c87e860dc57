// @ts-check
import * as events from './events.js';
import { FloorSwitcher } from './floorswitcher.js';
import { nameIn } from './names.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */

/** From this zoom on the building in the middle of the screen opens. */
const OPEN_ZOOM = 18.5;

/** Which floor of which building shows, and all that follows a change of it. */
export class Floors {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this._app = app;
    const { strings, code } = app.language;
    this._switcher = new FloorSwitcher({ strings, language: code, onPick: (level) => this.open(level) });
    this.element = this._switcher.element;
  }

  get _view() {
    return /** @type {import('./mapview.js').MapView} */ (this._app.view);
  }

  /** A new map. @param {import('./venue/venue.js').Venue} venue */
  show(venue) {
    this._switcher.show(venue.openFloors, this._view.level);
  }

  /** @param {string} level */
  open(level) {
    const view = this._view;
    const floor = view.venue?.floor(level);
    if (!view.venue || !floor || level === view.level) return;
    const before = view.level;
    view.setLevel(level);
    this._switcher.select(level);
    this._levelShown(before);
  }

  /** @param {string} before the level that showed until now */
  _levelShown(before) {
    const { venue, level } = this._view;
    this._app.selection?.levelChanged();
    this._app.tellParts('levelChanged');
    const floor = venue?.floor(level);
    if (!venue || !floor) return;
    const building = venue.buildings.open;
    const isMain = !building || nameIn(building.names, '') === nameIn(venue.names, '');
    this._app.page.floor(floor, isMain ? '' : this._app.nameOf(building));
    if (level !== before) this._app.send(events.floorsOpenedLog(venue.id, level, floor.label));
  }

  /**
   * Opens a building, on its ground floor unless a level is given.
   * @param {Feature} building @param {string} [level]
   */
  openBuilding(building, level) {
    const view = this._view;
    const { venue } = view;
    if (!venue || venue.buildings.open === building) return;
    venue.openBuilding(building);
    const ground = venue.openFloors.find((floor) => floor.ordinal >= 0) ?? venue.openFloors[0];
    const wished = level ?? (building.levels.includes(view.level) ? view.level : ground?.level);
    const before = view.level;
    view.setLevel(wished ?? before);
    this._switcher.show(venue.openFloors, view.level);
    this._app.send(events.buildingsLog('Opened', venue.id, building.id, this._app.nameOf(building)));
    this._levelShown(before);
  }

  /**
   * Opens the floor at a place, and the building that stands there.
   * @param {string} level @param {[number, number]} at
   */
  openPlace(level, at) {
    const buildings = this._view.venue?.buildings;
    const building = buildings?.at(at);
    if (building && building !== buildings?.open && building.levels.includes(level)) this.openBuilding(building, level);
    else this.open(level);
  }

  /** @param {Feature} feature to show: on its floor, in its building, or the building itself */
  reach(feature) {
    const view = this._view;
    const buildings = view.venue?.buildings;
    const building = feature.kind === 'building' ? feature : buildings?.of(feature);
    const level = feature.levels.includes(view.level) ? view.level : feature.levels[0];
    if (building && building !== buildings?.open) this.openBuilding(building, level);
    else if (level !== undefined && feature.kind !== 'building') this.open(level);
  }

  /** One who comes close to a closed building by hand wants to see into it.
   * @param {{originalEvent?: Event}} event */
  cameClose({ originalEvent }) {
    const view = this._view;
    if (!originalEvent || !this._app.isLoaded || !view.venue || view.map.getZoom() < OPEN_ZOOM) return;
    const { lng, lat } = view.map.getCenter();
    const building = view.venue.buildings.at([lng, lat]);
    if (building) this.openBuilding(building);
  }

  /** @param {{type: string, ordinal?: unknown}} action */
  showOrdinal({ type, ordinal }) {
    const floors = this._view.venue?.floors ?? [];
    const floor = floors.find((one) => one.ordinal === ordinal);
    if (!floor) {
      const known = floors.map((one) => one.ordinal).join(', ');
      throw new RangeError(`${type}: there is no floor with ordinal ${JSON.stringify(ordinal)}; there are ${known}`);
    }
    this.open(floor.level);
  }

  /** After a tap on it. @param {Feature} building */
  async enter(building) {
    this.openBuilding(building);
    await this._view.showVenue();
  }

  /** The floor with which the map began. */
  openStart() {
    const { venue } = this._view;
    if (!venue) return;
    const building = venue.buildings.all.find(({ levels }) => levels.includes(venue.startLevel));
    if (building && building !== venue.buildings.open) this.openBuilding(building, venue.startLevel);
    else this.open(venue.startLevel);
  }
}
