// A tile of the mosaic in a real browser, with frames that this test answers for.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/devices-page.fixture.tsx'));
const list = sampleDevices();

it('says nothing of a failure at a tile that was out of sight and comes back', async () => {
  const page = await open(
    '',
    { viewport: { width: 1_440, height: 1_000 } },
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
  await page.getByLabel('Select PF-016').waitFor();
  let opened = 0;
  // The first picture of the phone is there; the second one is still to come.
  const notice = { from: 'pocketfleet-frame', device_id: list[0]?.id, state: 'live', words: '' };
  const figures = { frames_per_second: 30, delay_ms: null, last_picture_at_ms: null };
  await page.route(`**/frame/${list[0]?.id}*`, (route) => {
    const speaks = opened++ === 0;
    const script = `parent.postMessage(${JSON.stringify({ ...notice, ...figures })}, location.origin)`;
    return route.fulfill({ contentType: 'text/html', body: speaks ? `<script>${script}</script>` : 'soon' });
  });
  await page.clock.install();
  await page.setViewportSize({ width: 480, height: 400 });
  await page.getByRole('radio', { name: 'Mosaic' }).click();
  const tile = page.getByRole('listitem').filter({ has: page.getByLabel('Open PF-009, Galaxy S23') });
  await tile.getByText('30 fps').waitFor();
  await page
    .getByRole('button', { name: /^Open PF-/ })
    .last()
    .scrollIntoViewIfNeeded();
  await tile.locator('iframe').waitFor({ state: 'detached' });
  await page.clock.fastForward(10_000);
  await tile.scrollIntoViewIfNeeded();
  await tile.locator('iframe').waitFor();
  await expect.poll(() => opened).toBe(2);
  expect(await tile.getByText('The picture couldn’t be loaded').count()).toBe(0);
  expect(await tile.getByText('No picture').count()).toBe(0);
});
