// Pictures of the pages that tests look at, for people. PICTURES=FOLDER keeps them, named as those of apps/web/test/look.ts,
// with a gallery that shows them beside each other. Without it nothing is done.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { galleryOf } from '../apps/web/test/gallery-of-pictures.ts';

const folder = process.env['PICTURES'];
const longestName = 100;

/** The page as it is now. `scene`: the name of the running test if left out. */
export async function keepPicture(page: Page, scene = nameOfTest()): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const theme = await page.evaluate(() => {
    const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
    return document.documentElement.dataset['theme'] ?? (prefersDark ? 'dark' : 'light');
  });
  const ending = `${height < width / 2 ? `${width}x${height}` : width}-${theme}.png`;
  let path = join(folder, `${scene}-${ending}`);
  // A test may look at several states.
  for (let count = 2; takenNow.has(path); count += 1) path = join(folder, `${scene}-no${count}-${ending}`);
  takenNow.add(path);
  await page.screenshot({ path });
}

/** By this process: pictures of an earlier run are replaced. */
const takenNow = new Set<string>();

function nameOfTest(): string {
  const name = expect.getState().currentTestName ?? 'page';
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-longestName)
    .replace(/^-|-$/g, '');
}

if (folder !== undefined)
  afterAll(() => {
    if (existsSync(folder)) writeFileSync(join(folder, 'index.html'), galleryOf(readdirSync(folder)));
  });
