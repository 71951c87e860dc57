// @ts-check
const SHAPE = '<svg viewBox="0 0 30 40" width="30" height="40" aria-hidden="true">' +
  '<path d="M15 38.5C15 38.5 28 24 28 14.5A13 13 0 0 0 2 14.5C2 24 15 38.5 15 38.5Z"/>' +
  '<circle cx="15" cy="14.5" r="5"/></svg>';

/** The styles that Organic Maps knows, as its apps name them: `placemark-red`. Others look like the default. */
const COLOURS = new Map(Object.entries({
  red: '#d32f2f', pink: '#e91e8c', purple: '#8e24aa', blue: '#1e6fd9', lightblue: '#3f9fdc', cyan: '#0f9bb0',
  teal: '#00897b', green: '#3c8c40', lime: '#93a22c', yellow: '#d9a400', orange: '#ef7d1a', deeporange: '#e2572b',
  brown: '#795548', gray: '#757575', bluegray: '#607d8b', deeppurple: '#5e35b1', black: '#333333',
}));

/**
 * A pin on the map that can be chosen, by hand or by the keyboard.
 * @param {{title: string, label: string, style?: string, image?: string, onChoose: () => void}} pin `title` stands
 *   below it; `label` is for those who hear the page; `image` instead of the shape
 */
export function pinElement({ title, label, style = '', image = '', onChoose }) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'place-pin';
  element.setAttribute('aria-label', label);
  const colour = COLOURS.get(style.replace(/^placemark-/, ''));
  if (colour) element.style.setProperty('--pin', colour);
  element.innerHTML = SHAPE;
  if (image) replaceShape(element, image);
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
 * @param {string} address */
function replaceShape(element, address) {
  const image = document.createElement('img');
  image.alt = '';
  image.draggable = false;
  image.addEventListener('load', () => {
    element.classList.add('own-image');
    element.querySelector('svg')?.replaceWith(image);
  });
  image.src = address;
}
