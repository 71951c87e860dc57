"""What is wrong with a page for those who cannot see it well, use no mouse or have big fingers."""
from importlib.resources import files

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Some of each kind: roles, names, contrast, sizes, landmarks. They find something to look at in every state.
ALWAYS_LOOKED_AT = {"aria-roles", "button-name", "color-contrast", "target-size", "region"}
RUN_AXE = """async (tags) => {
  const { passes, violations } = await axe.run({ runOnly: tags, resultTypes: ['violations'] });
  const faults = violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id} (${impact}) at ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')}`));
  return { looked: [...passes, ...violations].map(({ id }) => id), faults };
}"""


def axe_faults(page):
    """What axe-core finds wrong. The driver puts it in: the page's policy lets no foreign script element in."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    result = page.evaluate(RUN_AXE, TAGS)
    assert ALWAYS_LOOKED_AT <= set(result["looked"]), f"axe has only looked at {result['looked']}"
    return result["faults"]


# What axe leaves to people: targets below 24 pixels that have room around them, and the contrast of what is partly
# covered, scrolled away or a single letter, as WCAG 2.2 has them (2.5.8, 1.4.3); and ids that are there twice.
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
    if (!isSeen(element) || element.labels?.length) continue;
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < 24) faults.push(`${width}x${height}: ${element.outerHTML.slice(0, 90)}`);
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
