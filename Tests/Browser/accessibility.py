"""What is wrong with a page for those who cannot see it well, use no mouse or have big fingers."""

# Names, sizes and contrast of all that can be used, as WCAG 2.2 has them (4.1.2, 2.5.8, 1.4.3).
FAULTS = """() => {
  const faults = [];
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const numbers = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const paperOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = numbers(getComputedStyle(at).backgroundColor);
      if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getBoundingClientRect().width > 0;
  for (const element of document.querySelectorAll('button, input, [role=option], [role=radio], canvas[tabindex]')) {
    if (!isSeen(element)) continue;
    const label = element.labels?.[0]?.textContent ?? '';
    const name = element.getAttribute('aria-label') ?? (element.textContent.trim() || label);
    const what = element.outerHTML.slice(0, 90);
    if (!name) faults.push(`no name: ${what}`);
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < 24 && !element.labels?.length) faults.push(`${width}x${height}: ${what}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !isSeen(element) || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const [light, dark] = [luminance(numbers(style.color).slice(0, 3)), luminance(paperOf(element))]
      .sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(1)}: ${node.textContent.trim().slice(0, 40)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) faults.push(`id twice: ${id}`);
  return faults;
}"""
