import assert from 'node:assert/strict';
import { test } from 'node:test';
import { palette } from '../../public/tmapswww/js/popup/palette.js';
import { Poi } from '../../public/tmapswww/js/popup/poi.js';
import { popupScope } from '../../public/tmapswww/js/popup/scope.js';
import { contrast } from '../../public/tmapswww/js/theme.js';

const feature = (more = {}) => ({ id: 'w1', category: 'cafe', names: new Map([['', 'Old Café'], ['ar', 'مقهى']]),
  booth: 'G1', kind: 'room', properties: { name: 'Old Café', icon: '/own.png' }, ...more });
const poi = (tenant, language = 'en', more = {}) => new Poi({ feature: feature(more), tenant, language });

test('a feature without a tenant speaks for itself', () => {
  const it = poi(undefined, 'ar');
  assert.equal(it.getTenant(), undefined);
  assert.deepEqual([it.getTenantName(), it.getTenantIcon(), it.getTenantBoothId()], ['', '', '']);
  assert.deepEqual([it.getDisplayName(), it.getIcon(), it.getBoothId()], ['مقهى', '/own.png', 'G1']);
  assert.deepEqual([it.getDisplayCategory(), it.hasCategories(), it.hasName()], ['cafe', true, true]);
  assert.deepEqual(it.entrances, []);
});

test('the tenant comes before the feature', () => {
  const it = poi({ id: 't', name: 'New', icon: 'data:x', booth_id: 12, categories: ['tea', 'cake'] });
  assert.deepEqual([it.getDisplayName(), it.getIcon(), it.getBoothId(), it.getDisplayCategory()],
    ['New', 'data:x', '12', 'tea']);
});

test('F31: empty and null fields of a tenant count as absent', () => {
  const it = poi({ id: 't4', name: '', icon: '', booth_id: null }, 'en', { properties: {} });
  assert.deepEqual([it.getDisplayName(), it.getIcon(), it.getBoothId()], ['Old Café', '', 'G1']);
  const nameless = poi({ id: 't', name: '' }, 'en', { names: new Map(), category: '' });
  assert.deepEqual([nameless.hasName(), nameless.hasCategories(), nameless.getDisplayCategory()], [false, false, '']);
});

test('an icon that is no text is none', () => {
  assert.equal(poi({ id: 't', icon: { url: 'x' } }, 'en', { properties: {} }).getIcon(), '');
});

test('a building says so', () => {
  assert.equal(poi(undefined, 'en', { kind: 'building' }).isBuilding(), true);
});

const scopeWith = (parts) => popupScope({ scope: { $root: { $$phase: null } }, plain: (value) => value,
  toMap() {}, toApp() {}, close() {}, route() {}, ...parts });

test('what a template dispatches must be an action', () => {
  const sent = [];
  const scope = scopeWith({ toMap: (action) => sent.push(['map', action]),
    toApp: (action) => sent.push(['app', action]) });
  scope.dispatch({ type: 'SET_ZOOM', zoom: 18 });
  scope.dispatchToContainer({ type: 'MINE', n: 0 });
  assert.deepEqual(sent, [['map', { type: 'SET_ZOOM', zoom: 18 }], ['app', { type: 'MINE', n: 0 }]]);
  assert.throws(() => scope.dispatchToContainer({ kind: 'MINE' }), /dispatchToContainer with \{"kind":"MINE"\}/);
  assert.throws(() => scope.dispatch(undefined), /dispatch with undefined/);
});

test('the routing dialog is given ids, of pois or as they are', () => {
  const asked = [];
  const scope = scopeWith({ route: (ends) => asked.push(ends) });
  scope.showRoutingDialog({}, { from: { id: 'w1' } });
  scope.showRoutingDialog({}, { to: 'w2', from: { id: 0 } });
  scope.showRoutingDialog({});
  assert.deepEqual(asked, [{ from: 'w1', to: undefined }, { from: '0', to: 'w2' }, { from: undefined, to: undefined }]);
});

test('a palette of any colour has readable ink on each hue', () => {
  for (const base of ['#1f6f6b', '#ffb300', '#000000', '#ffffff', '#ff0000']) {
    const hues = palette(base);
    assert.equal(hues[500].hex, base);
    for (const [hue, { hex, contrast: ink }] of Object.entries(hues)) {
      assert.ok(contrast(hex, ink[0] === 255 ? '#ffffff' : '#000000') >= 4.5, `${base} ${hue}`);
    }
  }
});
