// What every page must pass: nothing wider than the window, and nothing found by axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Faults of the page as it is now. Its context must bypass the policy that forbids foreign scripts. */
export async function findFaults(page: Page): Promise<string[]> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    type Result = { violations: { id: string; nodes: { html: string }[] }[] };
    const run = (window as unknown as { axe: { run(options: object): Promise<Result> } }).axe;
    const { violations } = await run.run({ iframes: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
  return excess > 0 ? [`${excess} px too wide`, ...found] : found;
}

/** Moves with Tab until a control of that name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return '';
      const label = element.getAttribute('aria-labelledby');
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const named = label ? document.getElementById(label)?.textContent : null;
      return (
        element.getAttribute('aria-label') ?? named ?? labels[0]?.textContent ?? element.textContent ?? ''
      );
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`${name} can't be reached with the keyboard`);
}
