// @ts-check
import { picture } from './picture.js';

const SHAPE = '<svg viewBox="0 0 30 40" width="30" height="40" aria-hidden="true">' +
  '<path d="M15 38.5C15 38.5 28 24 28 14.5A13 13 0 0 0 2 14.5C2 24 15 38.5 15 38.5Z"/>' +
  '<circle cx="15" cy="14.5" r="5"/></svg>';

/** The styles that Organic Maps knows, as its apps name them: `placemark-red`. Others look like the default. */
const COLOURS = new Map(Object.entries({
  red: '#d32f2f', pink: '#e91e8c', purple: '#8e24aa', blue: '#1e6fd9', lightblue: '#3f9fdc', cyan: '#0f9bb0',
  teal: '#00897b', green: '#3c8c40', lime: '#93a22c', yellow: '#d9a400', orange: '#ef7d1a', deeporange: '#e2572b',
  brown: '#795548', gray: '#757575', bluegray: '#607d8b', deeppurple: '#5e35b1', black: '#333333',
}));

/** Shadows of more pins than this would halve the frame rate (1,000 of them, painted without a GPU). */
const MOST_WITH_SHADOW = 100;

/**
 * @typedef {{word: string, title?: string, style?: string, image?: string, count: number, onChoose: () => void}} Look
 *   `word`: what a pin without a name is to those who hear the page; `title` stands beside it; `image` instead of the
 *   shape; `count` of all pins there are
 */

/**
 * Puts a pin on the map that can be chosen, by hand or by the keyboard.
 * @param {import('../app.js').App} app @param {{latitude: number, longitude: number, name: string}} place
 * @param {Look} look @returns {{element: HTMLElement, marker: any}}
 */
export function stickPin(app, { latitude, longitude, name }, look) {
  const element = pinElement(name || `${look.word} ${latitude}, ${longitude}`, look);
  if (look.image) replaceShape(element, picture(look.image, (error) => app.report(error)));
  const { Marker } = app.maplibre;
  const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([longitude, latitude]).addTo(app.view?.map);
  return { element, marker };
}

/** @param {string} label @param {Look} look */
function pinElement(label, { title = '', style = '', count, onChoose }) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'place-pin';
  element.classList.toggle('plain', count > MOST_WITH_SHADOW);
  element.setAttribute('aria-label', label);
  const colour = COLOURS.get(style.replace(/^placemark-/, ''));
  if (colour) element.style.setProperty('--pin', colour);
  element.innerHTML = SHAPE;
  if (title) {
    const text = document.createElement('span');
    text.dir = 'auto';
    text.textContent = title;
    element.append(text);
  }
  element.addEventListener('click', (event) => {
    // A tap on a pin is none on what lies below it.
    event.stopPropagation();
    onChoose();
  });
  return element;
}

/** The shape stays until the image is there, and for good where there is none. @param {Element} element
 * @param {HTMLElement} image */
function replaceShape(element, image) {
  image.addEventListener('load', () => {
    element.classList.add('own-image');
    element.querySelector('svg')?.replaceWith(image);
  });
}
