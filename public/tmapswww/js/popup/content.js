// @ts-check
import { floorName } from '../floorswitcher.js';
import { openRouting } from '../routing/open.js';

/**
 * What a popup shows and does.
 * @typedef {{feature: import('../venue/venue.js').Feature, tenant: import('../tenants.js').Tenant | undefined,
 *   venue: import('../venue/venue.js').Venue, language: string, entrances: object[], name: string,
 *   floorName: string, template: string | null,
 *   customData: Record<string, unknown>, enableRouting: boolean, theme: import('../theme.js').Theme,
 *   words: Record<string, string>, toMap: (action: any) => void, toApp: (action: any) => void, close: () => void,
 *   route: (ends: {from?: string, to?: string}, event: Event | undefined) => void}} Content
 */

/**
 * @param {import('../popups.js').Popups} popups @param {import('../venue/venue.js').Feature} feature
 * @returns {Content}
 */
export function contentOf(popups, feature) {
  const { app } = popups;
  const { language, theme, tenants, view } = app;
  const floor = feature.kind === 'building' ? undefined : view?.venue?.floor(feature.levels[0] ?? '');
  const severalFloors = (view?.venue?.floors.length ?? 0) > 1;
  const routing = app.canRoute ? app.parts.routing.value : undefined;
  return {
    feature,
    tenant: tenants.of(feature.id),
    venue: /** @type {import('../venue/venue.js').Venue} */ (view?.venue),
    language: language.code,
    entrances: routing?.entrancesOf(feature) ?? [],
    name: app.nameOf(feature) || feature.id,
    floorName: floor && severalFloors ? floorName(floor, language.strings, language.code) : '',
    template: popups.template,
    customData: popups.customData,
    enableRouting: routing !== undefined,
    theme,
    words: language.strings,
    toMap: popups.toMap,
    toApp: popups.toApp,
    close: () => popups.close({ focusMap: true }),
    route: (ends) => app.quietly(openRouting(app, 'showRoutingDialog', ends)),
  };
}
