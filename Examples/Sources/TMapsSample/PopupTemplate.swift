/// The seed's default popup with a button of the app's own.
let popupTemplate = """
    <md-card id="{{poi.id}}" class="feature-popup display-none slide-up">
      <div layout="row" layout-align="space-between start">
        <md-card-title class="padding-bottom-overide" layout="row" layout-align="start center">
          <md-card-title-media>
            <div class="circle" layout="row" layout-align="center center">
              <md-icon ng-if="!poi.getIcon()" md-font-set="material-icons" class="camera-icon">camera_alt</md-icon>
              <img ng-if="poi.getIcon()" ng-src="{{poi.getIcon()}}" alt="" />
            </div>
          </md-card-title-media>
          <md-card-title-text>
            <div class="md-subline">{{poi.getDisplayName() || poi.getDisplayCategory()}}</div>
            <div ng-if="poi.getBoothId()" class="categoryline">{{poi.getBoothId()}}</div>
          </md-card-title-text>
        </md-card-title>
        <md-button class="md-icon-button" ng-click="closeInfo()">
          <md-icon md-font-set="material-icons" aria-label="close info">close</md-icon>
        </md-button>
      </div>
      <md-card-actions layout="row" layout-align="center center">
        <md-button class="md-raised md-primary"
          ng-click="dispatchToContainer({type: 'PROFILE_BUTTON_CLICKED', feature_id: poi.id})">
          {{customData.profile_title}}
        </md-button>
      </md-card-actions>
    </md-card>
    """
