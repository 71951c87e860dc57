// @ts-check
import { categoriesOf } from '../categorylist.js';
import { nameIn, namesFrom } from '../names.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */
/** @typedef {import('../tenants.js').Tenant} Tenant */

/** The `poi` of a popup's scope: a feature with its tenant, as the vendor's templates ask for it. */
export class Poi {
  /**
   * @param {{feature: Feature, tenant: Tenant | undefined, language: string, entrances?: object[],
   *   categoryLabel?: string}} parts
   */
  constructor({ feature, tenant, language, entrances = [], categoryLabel = '' }) {
    this.id = feature.id;
    this.category = feature.category;
    this.tags = feature.properties;
    /** Where a route may begin or end; empty where there is no path to the feature. */
    this.entrances = entrances;
    this._feature = feature;
    this._tenant = tenant;
    this._language = language;
    this._categoryLabel = categoryLabel;
  }

  getTenant() {
    return this._tenant;
  }

  getTenantName() {
    return nameIn(namesFrom(this._tenant?.name), this._language);
  }

  getTenantIcon() {
    return textOf(this._tenant?.icon);
  }

  getTenantBoothId() {
    return textOf(this._tenant?.booth_id);
  }

  getDisplayName() {
    return this.getTenantName() || nameIn(this._feature.names, this._language);
  }

  hasName() {
    return this.getDisplayName() !== '';
  }

  /** The first category of the tenant, else of the feature. */
  getDisplayCategory() {
    return this._categories()[0] ?? '';
  }

  hasCategories() {
    return this._categories().length > 0;
  }

  isBuilding() {
    return this._feature.kind === 'building';
  }

  getIcon() {
    return this.getTenantIcon() || textOf(this._feature.properties.icon);
  }

  getBoothId() {
    return this.getTenantBoothId() || this._feature.booth;
  }

  /** Ours: the category in the words of the page's language. */
  getCategoryLabel() {
    const category = this.getDisplayCategory();
    return category === this.category && this._categoryLabel ? this._categoryLabel : category;
  }

  _categories() {
    return categoriesOf(this._feature, this._tenant);
  }
}

/**
 * Text and numbers only: `icon: {}` is no address.
 * @param {unknown} value
 */
const textOf = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
