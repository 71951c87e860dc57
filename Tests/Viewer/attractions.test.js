import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultSize, readAttractions } from '../../public/tmapswww/js/attractions/read.js';

const CAFE = { latitude: 52.362315, longitude: 4.857548 };
const FONTS = ['bold 20px Georgia', '600 17px "Avenir Next", sans-serif', '400 16px sans-serif'];
const KNOWN = { font: FONTS, color: ['red', '#123456'] };
const read = (fields) => readAttractions({ type: 'SHOW_ATTRACTIONS', ...fields },
  (property, value) => KNOWN[property].includes(value));

describe('SHOW_ATTRACTIONS is read', () => {
  test("with the library's own values for what is absent", () => {
    const places = [CAFE, { ...CAFE, id: 'b' }];
    const { attractions, framing, pinImage, scrollsToPin, callout } = read({ attractions: places });
    assert.deepEqual(attractions, [
      { ...CAFE, id: '0', name: '', subname: '', image: '' }, { ...CAFE, id: 'b', name: '', subname: '', image: '' }]);
    assert.deepEqual(framing, { displayMode: 'allAttractions', zoomRadiusMultiplier: undefined,
      closestDistanceThreshold: undefined });
    assert.deepEqual([pinImage, scrollsToPin], ['', true]);
    assert.deepEqual(callout, { size: null, fade: 0.25, title: {}, subtitle: {}, button: {}, buttonTitle: '' });
  });

  test('with every property of the library', () => {
    const { framing, pinImage, scrollsToPin, callout } = read({
      attractions: [], displayMode: 'userAndTheClosestLocation', zoomRadiusMultiplier: 3, closestDistanceThreshold: 500,
      calloutDetailButtonTitle: 'View directions', customPinImage: 'pin.png', shouldScrollToPin: false,
      calloutFadeInAnimationDuration: 1, calloutViewSize: { width: 200, height: 100 },
      calloutTitleFont: { name: 'Avenir Next', size: 17, weight: 600 }, calloutTitleColor: 'red',
      calloutSubtitleFont: {}, calloutSubtitleColor: '#123456', calloutDetailButtonFont: 'bold 20px Georgia',
      calloutDetailButtonTextColor: 'red',
    });
    assert.deepEqual(framing, {
      displayMode: 'userAndTheClosestLocation', zoomRadiusMultiplier: 3, closestDistanceThreshold: 500 });
    assert.deepEqual([pinImage, scrollsToPin], ['pin.png', false]);
    assert.deepEqual(callout, {
      size: { width: 200, height: 100 }, fade: 1, buttonTitle: 'View directions',
      title: { font: '600 17px "Avenir Next", sans-serif', color: 'red' },
      subtitle: { font: '400 16px sans-serif', color: '#123456' }, button: { font: 'bold 20px Georgia', color: 'red' },
    });
  });

  test('null is no fade, and for the rest as good as absent', () => {
    const { callout, scrollsToPin } = read({ attractions: [], calloutFadeInAnimationDuration: null,
      calloutViewSize: null, calloutTitleFont: null, calloutDetailButtonTitle: null, shouldScrollToPin: null });
    assert.deepEqual([callout.fade, callout.size, callout.title, callout.buttonTitle, scrollsToPin],
      [0, null, {}, '', true]);
  });

  test('and says what is wrong with it, and where', () => {
    const wrong = [
      [{ attractions: null }, /SHOW_ATTRACTIONS: attractions must be an array, got null/],
      [{ attractions: [CAFE, { latitude: 1 }] }, /attractions\[1\]\.longitude must be a number from -180 to 180/],
      [{ displayMode: 'all' }, /displayMode must be one of allAttractions, .*, got "all"/],
      [{ calloutTitleColor: 'mauve-ish' }, /calloutTitleColor is no CSS color: "mauve-ish"/],
      [{ calloutTitleFont: 'url(x)' }, /calloutTitleFont is no CSS font: "url\(x\)"/],
      [{ calloutViewSize: { width: -1, height: 2 } }, /calloutViewSize must be .* got {"width":-1,"height":2}/],
      [{ zoomRadiusMultiplier: '2' }, /zoomRadiusMultiplier must be a number from 0, got "2"/],
    ];
    for (const [fields, message] of wrong) assert.throws(() => read({ attractions: [], ...fields }), message);
  });
});

test('pictures come from addresses that can hold one', () => {
  const image = (value) => read({ attractions: [{ ...CAFE, image: value }] }).attractions[0].image;
  for (const good of ['https://h.example/a.png', 'data:image/png;base64,AA', 'pictures/a.png', '/a.png']) {
    assert.equal(image(good), good);
  }
  for (const bad of ['javascript:alert(1)', 'JAVASCRIPT:1', 'file:///etc/passwd', { url: 'x' }, null]) {
    assert.equal(image(bad), '');
  }
});

test('a callout is nearly as wide as a phone and not half as high', () => {
  assert.deepEqual(defaultSize({ width: 320, height: 568 }), { width: 300, height: 244 });
  assert.deepEqual(defaultSize({ width: 375, height: 667 }), { width: 355, height: 253.5 });
  assert.deepEqual(defaultSize({ width: 390, height: 844 }), { width: 370, height: 302 });
  assert.deepEqual(defaultSize({ width: 1024, height: 768 }), { width: 350, height: 300 });
});
