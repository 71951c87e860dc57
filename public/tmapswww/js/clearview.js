// @ts-check
import { CLOSE_ZOOM } from './mapview.js';

/** A popup keeps so far from the feature that it is of (pixels). */
const CLEAR = 28;

/**
 * Moves the map so far that something on the page, such as a popup, does not cover a feature's middle.
 * @param {import('./mapview.js').MapView} view @param {import('./venue/venue.js').Feature} feature
 * @param {DOMRect} cover
 */
export async function keepClearOf(view, feature, cover) {
  if (!view.venue || !feature.levels.includes(view.level) || view.camera.isHeldByApp) return;
  await keepPointClearOf(view, view.venue.anchor(feature), cover);
}

/** @param {import('./mapview.js').MapView} view @param {[number, number]} point @param {DOMRect} cover */
export async function keepPointClearOf(view, point, cover) {
  const { x, y } = view.map.project(point);
  if (x < cover.left - CLEAR || x > cover.right + CLEAR || y < cover.top - CLEAR) return;
  const { clientWidth, clientHeight } = view.map.getContainer();
  const { lng, lat } = view.map.unproject([clientWidth / 2, clientHeight / 2 + y - (cover.top - 2 * CLEAR)]);
  await view.camera.moveTo({ center: [lng, lat] });
}

/**
 * Moves the camera around a box, clear of what lies over the map.
 * @param {import('./mapview.js').MapView} view @param {import('./venue/geometry.js').Box} box
 */
export async function showBox(view, box) {
  const fitted = cameraFor(view, box);
  if (fitted) await view.camera.moveTo(fitted);
}

/**
 * The camera that has a box in view, clear of what lies over the map; null where there is none.
 * @param {import('./mapview.js').MapView} view @param {import('./venue/geometry.js').Box} box
 * @param {{above?: number, beside?: number, below?: number}} [room] for what stands at the edge of the box, in pixels
 * @returns {{center: [number, number], zoom: number} | null}
 */
export function cameraFor(view, box, { above = 0, beside = 0, below = 0 } = {}) {
  const { clientHeight, clientWidth } = view.map.getContainer();
  // Beside the card at the top, or, on phones and on upright screens of any size, below it.
  const isWide = clientWidth >= 720 && clientWidth > clientHeight;
  const isRightToLeft = document.documentElement.dir === 'rtl';
  const [top] = ['place', 'caller'].map((id) => document.getElementById(id)?.getBoundingClientRect())
    .filter((rect) => rect && rect.width > 0);
  const wide = !top ? 0 : isRightToLeft ? clientWidth - top.left : top.right;
  const [card, controls] = isWide ? [wide + 40, 100] : [50, 80];
  const padding = {
    top: above + (isWide ? 90 : Math.min((top?.bottom ?? 0) + 40, clientHeight * 0.6)),
    bottom: below + (isWide ? 60 : 40),
    left: beside + (isRightToLeft ? controls : card),
    right: beside + (isRightToLeft ? card : controls),
  };
  const fitted = view.map.cameraForBounds(box, { padding, maxZoom: CLOSE_ZOOM, bearing: view.map.getBearing() });
  return fitted ? { center: fitted.center, zoom: fitted.zoom } : null;
}
