// @ts-check
/**
 * The popup that shows unless the app sets one of its own: an AngularJS template on the PopupScope. `words` and
 * `floorName` are ours. Data is bound, never written into the template.
 */
export const DEFAULT_TEMPLATE = `
<article class="tmaps-popup card">
  <div class="tmaps-popup-head">
    <img class="tmaps-popup-icon" ng-if="poi.getIcon()" ng-src="{{poi.getIcon()}}" alt="">
    <div class="tmaps-popup-text">
      <h2 dir="auto">{{poi.getDisplayName() || poi.getCategoryLabel() || poi.getBoothId() || poi.id}}</h2>
      <p class="tmaps-popup-facts">
        <span ng-if="poi.hasName() && poi.hasCategories()" dir="auto">{{poi.getCategoryLabel()}}</span>
        <span ng-if="poi.getBoothId()" dir="auto">{{poi.getBoothId()}}</span>
        <span ng-if="floorName" dir="auto">{{floorName}}</span>
      </p>
    </div>
    <button type="button" class="tmaps-popup-close" ng-click="closeInfo()" aria-label="{{words.close}}">
      <md-icon md-font-set="material-icons" aria-hidden="true">close</md-icon>
    </button>
  </div>
  <div class="tmaps-popup-actions" ng-if="enableRouting && poi.entrances.length">
    <button type="button" class="tmaps-popup-main" ng-click="showRoutingDialog($event, {to: poi})">
      <md-icon md-font-set="material-icons" aria-hidden="true">directions</md-icon>{{words.routeTo}}
    </button>
    <button type="button" ng-click="showRoutingDialog($event, {from: poi})">
      <md-icon md-font-set="material-icons" aria-hidden="true">trip_origin</md-icon>{{words.routeFrom}}
    </button>
  </div>
</article>`;
