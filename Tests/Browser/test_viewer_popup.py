"""Popups of the default bundle: AngularJS templates on the PopupScope, with data that stays data."""
import pytest

from conftest import ARTIFACTS

# The default template that the vendor's documentation prints, as an app would send it.
VENDOR_TEMPLATE = """<md-card id="{{poi.id}}" class="feature-popup display-none slide-up">
  <div layout="row" layout-align="end start" >
    <md-card-title class="padding-bottom-overide" layout="row" layout-align="center center">
      <md-card-title-media ng-if="poi.getDisplayName()">
        <div class="circle" layout="row" layout-align="center center">
          <md-icon ng-if="!poi.getIcon()" md-font-set="material-icons" class="camera-icon">camera_alt</md-icon>
          <img ng-if="poi.getIcon()" ng-src="{{poi.getIcon()}}" />
        </div>
      </md-card-title-media>
      <md-card-title-text >
        <div class="md-subline">{{poi.getDisplayName() || poi.getDisplayCategory()}}</div>
        <div ng-if="poi.getBoothId()" layout="row">
          <div class="categoryline" >
            <div class="margin-right-margin-left">{{poi.getBoothId()}}</div>
          </div>
        </div>
        <div ng-if="poi.category" layout="row">
          <div class="categoryline" >
            <div class="margin-right-margin-left">{{poi.category}}</div>
          </div>
        </div>
      </md-card-title-text>
    </md-card-title>
    <md-button id="close-info" class="md-icon-button" ng-click="closeInfo()">
      <md-icon md-font-set="material-icons" aria-label="close info">close</md-icon>
    </md-button>
  </div>
  <md-card-actions layout="row" layout-align="center center" >
    <div ng-if="poi.category === 'wheelchair-bathroom'" layout="row" layout-align="center center">
      <i class="fa fa-3x fa-wheelchair"></i>
    </div>
    <!-- <md-divider></md-divider> -->

    <br ng-if="poi.category === 'wheelchair-bathroom'"  />
    <br ng-if="poi.category === 'wheelchair-bathroom'"  />
    <div flex ng-if="enableRouting && poi.entrances && poi.entrances.length" class="feature-routing-buttons" \
layout="row" layout-align="center center">
      <md-button layout="row" class="md-raised md-primary" ng-click="showRoutingDialog($event, {from: poi})">
        <div class="margin-right-margin-left"> Route From</div>
        <md-icon md-font-set="material-icons" >adjust</md-icon>
      </md-button>
      <md-button layout="row" class="md-raised md-primary" ng-click="showRoutingDialog($event, {to:poi})">
        <div class="margin-right-margin-left"> Route To</div>
        <md-icon md-font-set="material-icons" >flag</md-icon>
      </md-button>
    </div>
  </md-card-actions>
</md-card>"""

FLORIST = "w114"


def set_template(template, **custom_data):
    return {"type": "SET_DEFAULT_FEATURE_POPUP_TEMPLATE", "template": template, "template_custom_data": custom_data}


def open_popup(view, feature_id=FLORIST):
    view.tap(feature_id)
    view.wait_state(popup=feature_id)
    return view.page.locator("#popup")


@pytest.mark.row("FEATURES_TAPPED", "ASSOCIATED_FEATURE_TAPPED", "EVENT_LOGGED Features Tapped")
def test_a_tap_opens_the_popup_of_the_top_feature_and_a_tap_beside_closes_it(viewer):
    view = viewer().load()
    popup = open_popup(view)
    assert view.expect("FEATURES_TAPPED")["features"][0]["id"] == FLORIST
    assert view.expect("ASSOCIATED_FEATURE_TAPPED")["feature"]["properties"]["name"] == "Jasmine Florist"
    assert view.expect_log("Features", "Tapped") == (
        "Jasmine Florist", {"map_id": "demo", "feature_id": FLORIST})
    assert popup.get_by_role("heading").inner_text() == "Jasmine Florist"
    view.page.screenshot(path=ARTIFACTS / "viewer-popup.png")
    corridor = view.page.evaluate("Tagipedia.locate('i101')")
    view.tap_at(corridor["x"] + 60, corridor["y"])
    assert view.expect("FEATURES_TAPPED")["features"] == []
    popup.wait_for(state="hidden")


def test_angular_is_not_loaded_before_the_first_popup(viewer):
    view = viewer().load()
    assert view.page.evaluate("typeof angular") == "undefined"
    open_popup(view)
    assert view.page.evaluate("angular.version.full") == "1.8.3"


def test_the_vendors_own_template_works_verbatim(viewer):
    view = viewer()
    tenant = {"id": "t1", "feature_id": FLORIST, "name": "Petal", "booth_id": "7b", "icon": ""}
    view.dispatch(set_template(VENDOR_TEMPLATE), {"type": "SET_TENANT_DATA", "payload": [tenant]})
    view.load()
    popup = open_popup(view)
    assert popup.locator(f"md-card#{FLORIST}").is_visible()
    assert popup.inner_text().split("\n")[1:4] == ["Petal", "7b", "florist"]
    assert popup.locator("img").count() == 0, "an empty icon asks for no picture (F31)"
    view.page.wait_for_function("() => document.querySelector('.feature-popup').getAnimations().length === 0")
    button = popup.get_by_role("button", name="Route To")
    colours = button.evaluate("(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]")
    assert colours == ["rgb(31, 111, 107)", "rgb(255, 255, 255)"], "md-primary has the theme's colour"
    view.page.screenshot(path=ARTIFACTS / "viewer-popup-vendor-template.png")
    popup.locator("#close-info").click()
    popup.wait_for(state="hidden")
    assert view.state()["popup"] is None


@pytest.mark.parametrize("name", [
    "<img src=x onerror=alert(1)>",
    "{{constructor.constructor('window.pwned=1')()}}",
    "&#123;&#123;1+1&#125;&#125;",
    "<b ng-init=\"$root.pwned=1\">x</b>",
], ids=["markup", "expression", "entities", "directive"])
@pytest.mark.parametrize("template", [None, VENDOR_TEMPLATE, "<b>{{poi.getDisplayName()}}</b>"],
                         ids=["ours", "vendor", "short"])
def test_a_hostile_tenant_name_is_shown_as_text(viewer, name, template):
    """F27."""
    view = viewer()
    view.dispatch({"type": "SET_TENANT_DATA", "payload": [{"id": "t", "feature_id": FLORIST, "name": name}]})
    if template:
        view.dispatch(set_template(template))
    view.load()
    popup = open_popup(view)
    assert name in popup.inner_text()
    assert view.page.evaluate("window.pwned") is None
    assert popup.locator("img, [ng-init]").count() == 0


@pytest.mark.row("SET_DEFAULT_FEATURE_POPUP_TEMPLATE", "custom")
def test_custom_buttons_reach_the_app_and_the_map(viewer):
    view = viewer()
    view.dispatch(set_template(
        """ <!-- starts with a comment --> <div>
        <span id="greeting">{{customData.greeting}} {{customData.list[1].deep}}</span>
        <button id="app" ng-click="dispatchToContainer({type: 'PROFILE_BUTTON_CLICKED', feature_id: poi.id,
          list: customData.list})">App</button>
        <button id="to-map" ng-click="dispatch({type: 'CHANGE_RENDER_MODE', modeToRender: '3D'})">Map</button>
        <button id="apply" ng-click="applyIfneeded(again)">Apply</button>
        <i ng-repeat="item in customData.list">{{item.deep}}</i></div>""",
        greeting="Marhaba", list=[{"deep": 1}, {"deep": 2}]))
    view.load()
    popup = open_popup(view)
    assert popup.locator("#greeting").inner_text() == "Marhaba 2"
    popup.locator("#app").click()
    assert view.expect("PROFILE_BUTTON_CLICKED") == {
        "type": "PROFILE_BUTTON_CLICKED", "feature_id": FLORIST, "list": [{"deep": 1}, {"deep": 2}]}
    popup.locator("#to-map").click()
    assert view.expect_log("RenderModes", "Changed") == ("3D", {"map_id": "demo"})
    popup.locator("#apply").click()
    assert view.state()["popup"] == FLORIST


def test_the_scope_is_complete(viewer):
    view = viewer()
    fields = ["poi.id", "poi.category", "poi.tags.ref", "poi.entrances.length >= 0", "poi.getTenant().floor_area",
              "poi.getTenantName()", "poi.getTenantIcon()", "poi.getTenantBoothId()", "poi.getDisplayName()",
              "poi.hasName()", "poi.getDisplayCategory()", "poi.hasCategories()", "poi.isBuilding()", "poi.getIcon()",
              "poi.getBoothId()", "enableRouting === true || enableRouting === false"]
    icon = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    view.dispatch(
        set_template("<div>" + "".join(f"<p>{{{{{field}}}}}</p>" for field in fields) + "</div>"),
        {"type": "SET_TENANT_DATA", "payload": [{"id": "t", "feature_id": FLORIST, "name": "Petal", "booth_id": "7",
                                                 "icon": icon, "category": "flowers", "floor_area": 88}]})
    view.load()
    shown = [part.inner_text() for part in open_popup(view).locator("p").all()]
    assert shown == [FLORIST, "florist", "G14", "true", "88", "Petal", icon, "7", "Petal", "true", "flowers", "true",
                     "false", icon, "7", "true"]


def test_a_broken_template_is_an_error_that_says_so(viewer):
    view = viewer()
    view.page.watch.allowed.append("console")
    view.dispatch(set_template("<div>{{poi.}}</div>"))
    view.load()
    view.tap(FLORIST)
    assert "poi." in view.expect("ERROR")["error"]["stack"]


def test_keyboard_and_page_reader_find_the_popup(viewer):
    view = viewer().load()
    popup = open_popup(view)
    assert view.page.get_by_role("region", name="Jasmine Florist").is_visible()
    assert popup.get_by_role("button", name="Close").is_visible()
    view.page.keyboard.press("Escape")
    popup.wait_for(state="hidden")


def test_on_a_phone_the_popup_covers_neither_its_feature_nor_a_control(viewer):
    view = viewer(context={"viewport": {"width": 360, "height": 640}, "has_touch": True}).load()
    view.dispatch({"type": "SET_TENANT_DATA", "payload": [{"id": "t", "feature_id": "w114", "name": "L" * 30}]})
    view.dispatch({"type": "SET_CENTER", "center": [35.9101, 31.9505]})
    view.expect("CENTER_ENDED")
    open_popup(view)
    view.page.wait_for_function(
        "() => Tagipedia.locate('w114').y < document.getElementById('popup').getBoundingClientRect().top")
    boxes = [view.page.locator(part).bounding_box() for part in ("#popup", "#controls", "#place")]
    for one in range(3):
        for two in range(one):
            a, b = boxes[one], boxes[two]
            apart = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"] \
                or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]
            assert apart, (a, b)
    view.page.screenshot(path=ARTIFACTS / "viewer-popup-phone.png")
