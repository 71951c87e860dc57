// @ts-check
import { logged } from '../events.js';

export const checkGPSAvailability = () => ({ type: 'CHECK_GPS_AVAILABILITY' });
export const checkBeaconAvailability = () => ({ type: 'CHECK_BEACON_LOCATION_AVAILABILITY' });

/** @param {boolean} isOn the app is to start its beacon manager, or to stop it */
export const startBeaconUpdates = (isOn) => ({
  type: 'START_POSITION_UPDATES_FOR_BEACON_LOCATION', start_beacon_manager: isOn,
});

/** @param {'Gps' | 'Beacon'} source @param {string} mapId @param {[number, number]} at */
export const locationUpdatedLog = (source, mapId, [lng, lat]) =>
  logged('LocationUpdated', source, `${lat}/${lng}`, { map_id: mapId, lat, lng });
