// The devices page of a customer who has set a text of twice the usual size in their browser.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/devices-page.fixture.tsx'));

it('text is as large as the browser says, and the list of phones folds so that nothing is cut off', async () => {
  const page = await open(
    '',
    { viewport: { width: 1280, height: 900 } },
    {
      path: '/devices',
      async before(page) {
        const session = await page.context().newCDPSession(page);
        await session.send('Page.enable');
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
        await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
        await page.route('**/api/phones', (route) => route.fulfill({ json: sampleDevices() }));
      },
    },
  );
  const tag = page.getByText('PF-014', { exact: true }).first();
  await tag.waitFor();
  expect(await tag.evaluate((element) => getComputedStyle(element).fontSize)).toBe('26px');
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td')]
      .filter(
        (cell) => getComputedStyle(cell).overflowX !== 'visible' && cell.scrollWidth > cell.clientWidth + 1,
      )
      .map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  expect(await findFaults(page)).toEqual([]);
});
