// @ts-check
import { short } from '../dispatch.js';

/** Addresses that the app has been told of. @type {Set<string>} */
const told = new Set();

/**
 * A picture of the app's. One that does not come is reported, once for each address.
 * @param {string} address @param {(error: Error) => void} report
 */
export function picture(address, report) {
  const image = document.createElement('img');
  image.alt = '';
  image.draggable = false;
  image.addEventListener('error', () => {
    if (told.has(address)) return;
    told.add(address);
    report(new Error(`SHOW_ATTRACTIONS: the picture ${short(address)} could not be loaded${hint(address)}`));
  });
  image.src = address;
  return image;
}

/** @param {string} address */
function hint(address) {
  if (!/^https?:/i.test(address) || address.startsWith(`${location.origin}/`)) return '';
  return ': this page may load none from other hosts; send it as a data: address, or host it beside the map';
}
