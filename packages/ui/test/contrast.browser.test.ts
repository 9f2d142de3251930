import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFaintControls } from '../../../e2e/faint-controls.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../gallery/main.tsx'));

it('every control is readable at rest, hovered, focused and pressed, in both themes', async () => {
  const page = await open('theme=light', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.getByRole('heading', { name: 'Building blocks', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await findFaintControls(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await findFaintControls(page)).toEqual([]);
});
