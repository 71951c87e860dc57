// @ts-check
import { short } from '../dispatch.js';
import { goTo } from '../mapextras.js';
import { callResult } from '../webmap/calls.js';
import { LocationButton } from './buttons.js';
import { Dot } from './dot.js';
import * as events from './events.js';
import { beaconPosition, givenPosition, gpsPosition, levelFinder } from './position.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {'gps' | 'beacon'} Source */
/** @typedef {{located: (position: Position) => void, denied: () => void, failed: () => void}} Follower */

const DENIED = 1;
const OPTIONS = { enableHighAccuracy: true, maximumAge: 5000, timeout: 30_000 };

/** The user's location: the two buttons, the browser's fixes, the app's beacons, and the dot. */
export class Location {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this._app = app;
    const { strings } = app.language;
    /** @type {Record<Source, LocationButton>} */
    this._buttons = {
      gps: new LocationButton('gps', strings.gps, () => this._pressed('gps')),
      beacon: new LocationButton('beacon', strings.beacon, () => this._pressed('beacon')),
    };
    this._dot = new Dot(/** @type {any} */ (app.view), app.maplibre, strings.myLocation);
    /** @type {Source | null} where the position that shows is from */
    this.source = null;
    /** Whether the app wants the browser's fixes, and not just a part of this page. */
    this._isWanted = false;
    /** @type {Set<Follower>} */
    this._followers = new Set();
    /** @type {number | null} the browser's watch */
    this._watch = null;
    this._isBeaconOn = false;
    /** Whether the next fix moves the map: the first one after it was asked for. */
    this._goesThere = false;
    this.actions = this._actions();
    this._compass = (/** @type {any} */ event) => this._turned(event);
  }

  /** @returns {Record<string, (action: any) => void>} */
  _actions() {
    return {
      ENABLE_GPS_BUTTON: () => this.showButton('gps'),
      ENABLE_BEACON_LOCATION_BUTTON: () => this.showButton('beacon'),
      START_UPDATING_LOCATION: ({ type, is_gps_activated: isOn, isGpsActivated }) =>
        this.setGPS(checkSwitch(type, 'is_gps_activated', isOn ?? isGpsActivated)),
      START_UPDATING_BEACON_LOCATION: ({ type, is_beacon_location_activated: isOn, isBeaconLocationActivated }) =>
        this.setBeacon(checkSwitch(type, 'is_beacon_location_activated', isOn ?? isBeaconLocationActivated)),
      SET_USER_BEACON_LOCATION: (action) => this.beaconFix(action),
      SET_USER_POSITION: (action) => this.givenFix(action),
    };
  }

  /** @param {Source} source */
  showButton(source) {
    document.getElementById('controls')?.prepend(this._buttons[source].element);
  }

  /** @param {Source} source */
  _pressed(source) {
    if (this.source === source && this._app.position) {
      this._app.quietly(this._goThere());
      return;
    }
    this._app.send(source === 'gps' ? events.checkGPSAvailability() : events.checkBeaconAvailability());
  }

  /** START_UPDATING_LOCATION. @param {boolean} isOn */
  setGPS(isOn) {
    this._isWanted = isOn;
    if (!isOn) {
      this._stopGPS();
      return;
    }
    if (this._watch !== null) return;
    if (!navigator.geolocation) throw new Error('START_UPDATING_LOCATION: this browser tells no location');
    this._goesThere = true;
    this._startGPS();
  }

  /**
   * For a part that has to know where the user is. Where nobody has said so yet, the browser is asked.
   * @param {Follower} follower is told of every position, also of the one that is known already
   * @returns {() => void} ends it
   */
  follow(follower) {
    this._followers.add(follower);
    if (this._app.position) follower.located(this._app.position);
    else if (!navigator.geolocation) follower.failed();
    else if (this._watch === null) this._startGPS();
    return () => {
      this._followers.delete(follower);
      if (this._followers.size === 0 && !this._isWanted) this._stopGPS();
    };
  }

  _startGPS() {
    this._buttons.gps.set('waiting');
    this._watch = navigator.geolocation.watchPosition(
      ({ coords }) => this._gpsFix(gpsPosition(coords)), (error) => this._gpsFault(error), OPTIONS);
    window.addEventListener('deviceorientationabsolute', this._compass);
  }

  _stopGPS() {
    if (this._watch !== null) navigator.geolocation.clearWatch(this._watch);
    this._watch = null;
    window.removeEventListener('deviceorientationabsolute', this._compass);
    this._buttons.gps.set('off');
    if (this.source === 'gps') this._show(null, null);
  }

  /** @param {Position} position */
  _gpsFix(position) {
    // A fix may come in after the watch has ended.
    if (this._watch === null) return;
    const heading = position.heading ?? (this.source === 'gps' ? this._app.position?.heading ?? null : null);
    this._buttons.gps.set('on');
    this._show({ ...position, heading }, 'gps');
    this._app.send(events.locationUpdatedLog('Gps', this._app.mapId, position.at));
  }

  /** @param {GeolocationPositionError} error */
  _gpsFault(error) {
    const isDenied = error.code === DENIED;
    for (const follower of this._followers) follower[isDenied ? 'denied' : 'failed']();
    // Without a fix in time the browser goes on trying.
    if (!isDenied) return;
    const wasWanted = this._isWanted;
    this.setGPS(false);
    this._app.page.announce(this._app.language.strings.noLocation);
    if (!wasWanted) return;
    this._app.report(new Error(`START_UPDATING_LOCATION: the browser may not tell the location: ${error.message}`));
  }

  /** @param {{alpha: number | null}} event of the compass, degrees anticlockwise from north */
  _turned({ alpha }) {
    const { position } = this._app;
    if (alpha === null || this.source !== 'gps' || !position) return;
    this._show({ ...position, heading: (360 - alpha) % 360 }, 'gps');
  }

  /** START_UPDATING_BEACON_LOCATION. @param {boolean} isOn */
  setBeacon(isOn) {
    this._isBeaconOn = isOn;
    this._buttons.beacon.set(isOn ? 'waiting' : 'off');
    this._goesThere = isOn;
    if (!isOn && this.source === 'beacon') this._show(null, null);
    this._app.send(events.startBeaconUpdates(isOn));
  }

  /** SET_USER_BEACON_LOCATION. @param {Record<string, any>} action */
  beaconFix(action) {
    const position = beaconPosition(action, this._levelOf());
    if (this._isBeaconOn) this._buttons.beacon.set('on');
    this._show(position, 'beacon');
    this._app.send(events.locationUpdatedLog('Beacon', this._app.mapId, position.at));
  }

  /** SET_USER_POSITION. @param {Record<string, any>} action */
  givenFix(action) {
    this.placed(action);
    this._app.send(callResult(action.type));
  }

  /** @param {Record<string, any>} fix with latitude and longitude; its `type` is for messages */
  placed(fix) {
    this._show(givenPosition(fix, this._levelOf()), 'beacon');
  }

  _levelOf() {
    return levelFinder(this._app.view?.venue?.floors ?? []);
  }

  /** @param {Position | null} position @param {Source | null} source */
  _show(position, source) {
    this.source = source;
    this._app.position = position;
    this.draw();
    if (position) for (const follower of this._followers) follower.located(position);
    this._app.tellParts('positionChanged');
    if (!position || !this._goesThere) return;
    this._goesThere = false;
    this._app.quietly(this._goThere());
    this._app.quietly(this._app.parts.search.get().then((search) => search.showNearest()));
  }

  /** For the floor that shows. */
  draw() {
    const { position, view } = this._app;
    this._dot.show(position, view?.venue?.floor(position?.level ?? '')?.label ?? '');
  }

  async _goThere() {
    const { position, view } = this._app;
    if (!position || !view) return;
    if (position.level !== null) this._app.floors.open(position.level);
    await goTo(view, position.at);
  }

  themeChanged() {
    this.draw();
  }

  levelChanged() {
    this.draw();
  }

  /** What was known of the old map's floors is not true any more. */
  mapLoaded() {
    if (this.source === 'beacon') this._show(null, null);
    else this.draw();
  }
}

/**
 * Booleans, and the 0 and 1 that some hosts make of them.
 * @param {string} type @param {string} field @param {unknown} value
 */
function checkSwitch(type, field, value) {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw new TypeError(`${type}: ${field} must be true or false, got ${short(value)}`);
}
