"""The app of seed 1's sample as a script: it sets the map up after READY and answers the map's events."""


class SampleApp:
    """`initial` is a feature to highlight first; `zoom` and `center`, if any, are dispatched before that."""

    def __init__(self, view, initial=None, zoom=None, center=None, template=None, tenants=()):
        self.view = view
        self.initial = initial
        self.moves = {kind: action for kind, action in {
            "ZOOM_ENDED": zoom is not None and {"type": "SET_ZOOM", "zoom": zoom, "zoom_type": "FLY_TO"},
            "CENTER_ENDED": center is not None and {"type": "SET_CENTER", "center": center},
        }.items() if action}
        self.template = template
        self.tenants = list(tenants)

    def start(self):
        """Up to the initial feature, in the order of the sample's `- tgMapViewController:dispatched:`."""
        view = self.view
        view.expect("READY")
        view.dispatch({"type": "SET_TENANT_DATA", "payload": self.tenants})
        if self.template:
            view.dispatch({"type": "SET_DEFAULT_FEATURE_POPUP_TEMPLATE", "template": self.template,
                           "template_custom_data": {"button": "Profile"}})
        view.dispatch(
            {"type": "SET_THEME", "theme": {"primary": "#8b3a62", "accent": "#2f6db3"}},
            {"type": "SET_APPLICATION_SECRETS", "client_id": "id", "client_secret": "secret"},
            {"type": "SET_DEVICE_DATA", "device_id": "d1", "device_type": "IOS"},
            {"type": "LOAD_MAP", "map_id": "demo"})
        view.expect("MAP_LOADED", timeout=30)
        view.dispatch({"type": "ENABLE_GPS_BUTTON"}, {"type": "ENABLE_BEACON_LOCATION_BUTTON"}, *self.moves.values())
        for kind in self.moves:
            view.expect(kind)
        if self.initial:
            view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": self.initial})
        return self

    def answer_tap(self):
        """FEATURES_TAPPED is answered by a highlight of the first one."""
        features = self.view.expect("FEATURES_TAPPED")["features"]
        self.view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": features[0]["id"]})
        self.view.expect("FEATURE_HIGHLIGHTED", feature_id=features[0]["id"])

    def answer_gps(self):
        self.view.expect("CHECK_GPS_AVAILABILITY")
        self.view.dispatch({"type": "START_UPDATING_LOCATION", "is_gps_activated": True})

    def answer_beacon(self):
        self.view.expect("CHECK_BEACON_LOCATION_AVAILABILITY")
        self.view.dispatch({"type": "START_UPDATING_BEACON_LOCATION", "is_beacon_location_activated": True})
        assert self.view.expect("START_POSITION_UPDATES_FOR_BEACON_LOCATION")["start_beacon_manager"] is True
