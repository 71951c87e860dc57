"""Search and categories of the default bundle."""
import pytest

from conftest import ARTIFACTS

MAP = {"map_id": "demo"}


@pytest.mark.row("EVENT_LOGGED Features Searched")
def test_search_by_keyboard(viewer):
    view = viewer().load()
    field = view.page.get_by_role("combobox", name="Search Jasmine Court")
    field.fill("cafe")
    options = view.page.get_by_role("option")
    assert [option.locator("b").inner_text() for option in options.all()][:2] == ["Cafés", "Cardamom Café"]
    view.page.screenshot(path=ARTIFACTS / "viewer-search.png")
    field.press("ArrowDown")
    field.press("ArrowDown")
    assert options.nth(1).get_attribute("aria-selected") == "true"
    field.press("Enter")
    assert view.expect_log("Features", "Searched") == ("Cardamom Café", {**MAP, "feature_id": "w113"})
    assert view.expect("FEATURE_HIGHLIGHTED")["feature_id"] == "w113"
    assert view.expect_log("Features", "Highlighted") == ("Cardamom Café", {**MAP, "feature_id": "w113"})
    view.wait_state(popup="w113")
    assert not options.first.is_visible()


def test_a_search_in_arabic_finds_without_the_exact_letters(viewer):
    """F30."""
    view = viewer(lang="ar").load()
    view.page.locator("#search").fill("مكتبه المحبره")
    assert view.page.get_by_role("option").first.locator("b").inner_text() == "مكتبة المحبرة"
    assert view.page.locator("html").get_attribute("dir") == "rtl"


def test_nothing_found_is_said_and_escape_closes_the_list(viewer):
    view = viewer().load()
    field = view.page.locator("#search")
    field.fill("zzz")
    assert view.page.locator("#found").inner_text() == "Nothing found"
    assert field.get_attribute("aria-activedescendant") == "found-miss", "a page reader says it"
    field.press("Enter")
    view.page.locator("#found .miss").click(force=True)
    assert field.input_value() == "zzz" and view.state()["highlighted"] is None, "it cannot be picked"
    field.press("Escape")
    assert field.get_attribute("aria-activedescendant") is None
    assert not view.page.locator("#found").is_visible()
    field.fill("")
    assert field.get_attribute("aria-expanded") == "false"


@pytest.mark.row("CATEGORY_MARKED", "EVENT_LOGGED Categories Highlighted")
def test_a_chip_marks_its_category_and_opens_a_floor_that_has_it(viewer):
    view = viewer().load()
    chip = view.page.get_by_role("button", name="Restaurants", exact=True)
    chip.click()
    assert view.expect("CATEGORY_MARKED") == {"type": "CATEGORY_MARKED", "category": "restaurant"}
    assert view.expect_log("Categories", "Highlighted") == ("restaurant", MAP)
    assert view.expect_log("Floors", "Opened") == ("1", {**MAP, "layer_id": "1"})
    assert chip.get_attribute("aria-pressed") == "true"
    assert view.page.get_by_role("option").count() == 4
    view.page.screenshot(path=ARTIFACTS / "viewer-category.png")
    chip.click()
    assert chip.get_attribute("aria-pressed") == "false" and view.state()["category"] is None


@pytest.mark.row("SEARCH_ITEM", "EVENT_LOGGED Categories Searched")
def test_search_item_takes_a_feature_or_a_category(viewer):
    view = viewer().load()
    view.dispatch({"type": "SEARCH_ITEM", "featureIdOrCategoryName": "w201"})
    assert view.expect_log("Features", "Searched") == ("Lantern Cinema", {**MAP, "feature_id": "w201"})
    view.wait_state(highlighted="w201", level="1", popup="w201")
    for name in ("toilets", "دورات المياه"):
        view.dispatch({"type": "SEARCH_ITEM", "featureIdOrCategoryName": name})
        assert view.expect_log("Categories", "Searched") == ("toilets", MAP)
        assert view.expect("CATEGORY_MARKED")["category"] == "toilets"
    view.page.watch.allowed.append("SEARCH_ITEM")
    view.dispatch({"type": "SEARCH_ITEM", "featureIdOrCategoryName": "no such thing"})
    assert 'no feature or category "no such thing"' in view.expect("ERROR")["error"]["stack"]


@pytest.mark.row("SET_TENANT_DATA")
def test_tenants_that_come_later_are_found(viewer):
    view = viewer().load()
    view.page.locator("#search").wait_for()
    view.dispatch({"type": "SET_TENANT_DATA", "payload": [
        {"id": "t", "feature_id": "w101", "name": "<i>Straße</i> 7", "booth_id": "", "icon": ""}]})
    view.page.wait_for_function("() => Tagipedia.state().names.some((name) => name.includes('Straße'))")
    view.page.locator("#search").fill("strasse")
    assert view.page.get_by_role("option").locator("b").inner_text() == "<i>Straße</i> 7"
