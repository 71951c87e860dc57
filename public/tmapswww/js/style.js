// @ts-check
/**
 * Adds a style sheet to the page, once; resolves when it counts.
 * @param {string} href @param {{first?: boolean}} [how] `first`: what the page says itself wins over it
 * @returns {Promise<void>}
 */
export function addStyle(href, { first = false } = {}) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} could not be loaded`));
    document.head.insertBefore(link, first ? document.querySelector('link[rel="stylesheet"]') : null);
  });
}
