import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe's findings on the page, or on a part of it, in its present state: rule and element. The page's policy must allow axe (`bypassCSP`). */
export async function findAxeViolations(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return await page.evaluate(async (part) => {
    type Result = { violations: { id: string; nodes: { html: string }[] }[] };
    const { violations } = await (
      window as unknown as { axe: { run(part: string, options: object): Promise<Result> } }
    ).axe.run(part, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
  }, within);
}
