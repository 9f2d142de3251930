// Every control of the pages that are used all day, at rest, hovered, focused and pressed, in both themes.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findFaintControls } from '../../../e2e/faint-controls.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { prepareSessionPage } from './open-session-page.ts';
import { sampleDevices } from './sample-fleet.ts';

const fixture = (name: string) =>
  prepareComponent(join(import.meta.dirname, `../src/app/${name}.fixture.tsx`));
const openDevices = fixture('devices-page');
const openPopup = fixture('popup');
const site = prepareSessionPage();

async function findFaintInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    found.push(...(await findFaintControls(page)).map((fault) => `${theme}: ${fault}`));
  }
  return found;
}

it('is readable in the list of devices and in the mosaic', async () => {
  const list = sampleDevices();
  const page = await openDevices(
    '',
    { viewport: { width: 1_440, height: 1_000 }, reducedMotion: 'reduce' },
    {
      path: '/devices',
      before: (page) =>
        page.route('**/api/**', (route) =>
          route.request().url().endsWith('/api/phones')
            ? route.fulfill({ json: list })
            : route.fulfill({ status: 503, json: {} }),
        ),
    },
  );
  // With the bar of selected phones.
  await page.getByLabel('Select PF-014').check();
  expect(await findFaintInBothThemes(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Mosaic' }).click();
  await page
    .getByRole('button', { name: /^Open PF-/ })
    .first()
    .waitFor();
  // A tile draws its ring around the phone, not at its button, and no forced state reaches that.
  const isRingOfTile = (fault: string) => /button "Open PF-.*focus: focus ring/.test(fault);
  const found = async () => (await findFaintInBothThemes(page)).filter((fault) => !isRingOfTile(fault));
  // "Refresh" is paler for the moment in which the list is fetched anew: a fault is what stays.
  await expect.poll(found, { timeout: 60_000 }).toEqual([]);
});

it('is readable in a session', async () => {
  const page = await site.openLive({ reducedMotion: 'reduce' });
  await site.tool(page, 'Files').click();
  expect(await findFaintInBothThemes(page)).toEqual([]);
});

it('is readable in a popup', async () => {
  const { origin } = site.relay;
  const page = await openPopup(
    `tag=${site.phone?.tag}`,
    { viewport: { width: 380, height: 760 }, bypassCSP: true, permissions: ['local-network-access'] },
    {
      path: `/frame/${site.phone?.id}`,
      async before(page) {
        await page
          .context()
          .addCookies([{ name: 'access_token', value: 'token', url: 'http://component.localhost' }]);
        await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
        await page.route('**/stream/start', async (route) => {
          const started = await fetch(`${origin}/api/devices/x/stream/start`, {
            method: 'POST',
            headers: { authorization: 'Bearer test-token' },
          });
          await route.fulfill({ json: await started.json() });
        });
      },
    },
  );
  await page.locator('body[data-state=live]').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  expect(await findFaintInBothThemes(page)).toEqual([]);
});
