// @ts-check
import { short } from './dispatch.js';

/** @typedef {{id: unknown, feature_id?: unknown, name?: unknown, booth_id?: unknown, [key: string]: any}} Tenant */

/** The tenants of SET_TENANT_DATA. They may come before the map, and may name features that it lacks. */
export class Tenants {
  constructor() {
    /** @type {Map<string, Tenant>} */
    this._byFeature = new Map();
  }

  /**
   * Replaces all tenants; null means none. Of two with one id the last counts.
   * @param {unknown} payload
   */
  set(payload) {
    if (payload !== null && !Array.isArray(payload)) {
      throw new TypeError(`SET_TENANT_DATA: payload must be an array of tenants or null, got ${short(payload)}`);
    }
    const byId = new Map();
    (payload ?? []).forEach((tenant, index) => {
      if (typeof tenant !== 'object' || tenant === null || Array.isArray(tenant)) {
        throw new TypeError(`SET_TENANT_DATA: payload[${index}] must be an object, got ${short(tenant)}`);
      }
      byId.set(String(tenant.id ?? `#${index}`), tenant);
    });
    this._byFeature = new Map();
    for (const tenant of byId.values()) {
      if (isPresent(tenant.feature_id)) this._byFeature.set(String(tenant.feature_id), tenant);
    }
  }

  /** @param {string} featureId */
  of(featureId) {
    return this._byFeature.get(featureId);
  }

  get featureIds() {
    return [...this._byFeature.keys()];
  }
}

/**
 * 0 is an id.
 * @param {unknown} value
 */
const isPresent = (value) => value !== null && value !== undefined && value !== '';
