// The contrast that a person gets from a control: its text and icons at rest, under the pointer, with the focus and
// pressed, from computed colours (WCAG 2.2: 1.4.3 and 1.4.11). axe checks the state at rest only.
import type { Page } from 'playwright-core';

const controls =
  'a[href], button:not([disabled]), input:not([type=hidden], [disabled]), textarea, select, summary, [role=tab], [role=menuitem]';

/** The pseudo-classes of each state, of a control and of everything around it: a row is hovered with its button. */
const states = {
  rest: { own: [], around: [] },
  hover: { own: ['hover'], around: ['hover'] },
  focus: { own: ['focus', 'focus-visible', 'focus-within'], around: ['focus-within'] },
  press: { own: ['hover', 'active', 'focus', 'focus-within'], around: ['hover', 'focus-within'] },
} as const;
type State = keyof typeof states;

type Fault = { readonly part: string; readonly ratio: number; readonly needed: number };

/**
 * Faint parts of every visible control in the page's present theme, such as `a "Stream", hover: text 1.07 of 4.5`. The
 * states are forced on all controls at once through Chromium's inspector, so a whole page takes a second.
 */
export async function findFaintControls(page: Page): Promise<string[]> {
  // A colour in transition would be measured too early.
  const style = await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  });
  const names = await page.evaluate(markControls, controls);
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('DOM.enable');
  await inspector.send('CSS.enable');
  const { root } = await inspector.send('DOM.getDocument', { depth: 0 });
  const select = async (selector: string): Promise<number[]> =>
    (await inspector.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })).nodeIds;
  const own = await select('[data-control]');
  const around = await select('[data-around-control]');
  const force = (nodes: readonly number[], forcedPseudoClasses: readonly string[]) =>
    Promise.all(
      nodes.map((nodeId) =>
        inspector
          .send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...forcedPseudoClasses] })
          // A control may be gone by now: a phone that is restarting comes back.
          .catch(() => undefined),
      ),
    );
  const found: string[] = [];
  for (const state of Object.keys(states) as State[]) {
    await force(around, states[state].around);
    await force(own, states[state].own);
    for (const [index, faults] of (await page.evaluate(measureControls, state === 'focus')).entries())
      for (const { part, ratio, needed } of faults)
        found.push(`${names[index]}, ${state}: ${part} ${ratio.toFixed(2)} of ${needed}`);
  }
  await inspector.detach();
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  return found;
}

/** Numbers the visible controls, and marks what is around them. */
function markControls(controls: string): string[] {
  for (const old of document.querySelectorAll('[data-control], [data-around-control]')) {
    old.removeAttribute('data-control');
    old.removeAttribute('data-around-control');
  }
  const all = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (element) => element.checkVisibility() && element.getAttribute('aria-disabled') !== 'true',
  );
  for (const [index, element] of all.entries()) {
    element.dataset['control'] = String(index);
    for (let each = element.parentElement; each !== null; each = each.parentElement)
      if (!each.matches(controls)) each.dataset['aroundControl'] = '';
  }
  return all.map((element) => {
    const name = element.ariaLabel ?? element.textContent?.trim().slice(0, 40) ?? '';
    return `${element.role ?? element.tagName.toLowerCase()} "${name}"`;
  });
}

/** Runs in the page: the faults of each marked control, in order. */
function measureControls(hasFocus: boolean): Fault[][] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const parse = (text: string): Colour => {
    if (canvas === null) throw new Error('no canvas');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: Colour, other: Colour): number => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const opacityOf = (element: Element | null): number =>
    element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
  /** Undefined on a picture, on a gradient and in a bar without a colour over the page: no single colour is behind. */
  const behind = (element: Element | null): Colour | undefined => {
    const layers: Colour[] = [];
    for (let each = element; each !== null; each = each.parentElement) {
      const { backgroundColor, backgroundImage, position } = getComputedStyle(each);
      if (backgroundImage !== 'none') return undefined;
      const layer = parse(backgroundColor);
      layers.push(layer);
      if (layer[3] > 0.999) break;
      if (position === 'fixed') return undefined;
    }
    return layers.reduceRight<Colour>((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  let faults: Fault[] = [];
  const check = (part: string, colour: Colour, below: Colour | undefined, needed: number): void => {
    if (below === undefined) return;
    const ratio = contrast(over(colour, below), below);
    // Colours have 256 steps for each channel.
    if (ratio < needed - 0.05) faults.push({ part, ratio, needed });
  };
  const faded = (colour: Colour, element: Element): Colour => [
    colour[0],
    colour[1],
    colour[2],
    colour[3] * opacityOf(element),
  ];
  return [...document.querySelectorAll<HTMLElement>('[data-control]')].map((control) => {
    faults = [];
    const parts = [control, ...control.querySelectorAll('*')].filter((each) => each.checkVisibility());
    for (const part of parts) {
      const hasText = [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const { color, fontSize } = getComputedStyle(part);
      // Text for screen readers only is one pixel wide, and a control that is hidden until it is near has no opacity.
      if (part.getBoundingClientRect().width <= 2 || opacityOf(part) < 0.05) continue;
      const below = behind(part);
      if (hasText)
        check('text', faded(parse(color), part), below, Number.parseFloat(fontSize) >= 24 ? 3 : 4.5);
      if (part.tagName === 'svg') check('icon', faded(parse(color), part), below, 3);
    }
    // A menu marks its focused item with a background, by a script.
    if (hasFocus && control.role !== 'menuitem' && opacityOf(control) > 0.05) {
      const ring = control.closest('.pf-input, label') ?? control;
      const styles = [control, ring].map((each) => getComputedStyle(each));
      const outlined = styles.find(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
      );
      if (outlined) check('focus ring', parse(outlined.outlineColor), behind(ring.parentElement), 3);
      else if (styles.every(({ boxShadow }) => boxShadow === 'none'))
        faults.push({ part: 'focus ring', ratio: 1, needed: 3 });
    }
    return faults;
  });
}
