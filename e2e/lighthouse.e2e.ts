// Lighthouse's mobile profile over the public site (ui.md, Numbers). What a loaded machine can't change is held;
// its figure for speed is printed as the median of five runs.
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { openBrowser } from './browser.ts';

const runs = 5;
let browser: Browser;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  browser = await openBrowser([`--remote-debugging-port=${port}`]);
});
afterAll(() => browser?.close());

async function measure(path: string) {
  const result = await lighthouse(inject('site') + path, { port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error('Lighthouse gave no answer');
  const { categories, audits } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return { score, figure };
}

it.each(['/', '/terms'])('%s: accessibility, best practices and search are 100', async (path) => {
  const { score } = await measure(path);
  expect([score('accessibility'), score('best-practices'), score('seo')]).toEqual([100, 100, 100]);
});

it('the landing page does not move, and its speed is told', async () => {
  const seen: Awaited<ReturnType<typeof measure>>[] = [];
  for (let run = 0; run < runs; run += 1) seen.push(await measure('/'));
  expect(Math.max(...seen.map(({ figure }) => figure('cumulative-layout-shift')))).toBeLessThan(0.05);
  const median = (values: number[]) =>
    values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const seconds = (name: string) => (median(seen.map(({ figure }) => figure(name))) / 1000).toFixed(2);
  const speed = median(seen.map(({ score }) => score('performance')));
  expect(speed).toBeGreaterThan(0);
  console.log(
    `Lighthouse, mobile, median of ${runs}: performance ${speed}, LCP ${seconds('largest-contentful-paint')} s, ` +
      `FCP ${seconds('first-contentful-paint')} s, blocked ${seconds('total-blocking-time')} s`,
  );
});
