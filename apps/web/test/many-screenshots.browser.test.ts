// Screenshots of several phones at once, in a real browser, with a relay that draws and an API that this test answers for.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { startTestRelay, type TestRelay } from '../../../packages/stream-player/test/test-relay.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/devices-page.fixture.tsx'));
const list = sampleDevices();
let relay: TestRelay;
beforeEach(async () => {
  relay = await startTestRelay('');
  await relay.draw([20, 40, 220]);
});
afterEach(() => relay.stop());

it('are kept when the code that saves them can’t be loaded, and saved when it can', async () => {
  let isMissing = true;
  const page = await open(
    '',
    { viewport: { width: 1_440, height: 1_000 }, bypassCSP: true, permissions: ['local-network-access'] },
    {
      path: '/devices',
      async before(page) {
        await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
        await page.route('**/api/phones', (route) => route.fulfill({ json: list }));
        await page.route('**/stream/start', async (route) => {
          const started = await fetch(`${relay.origin}/api/devices/x/stream/start`, {
            method: 'POST',
            headers: { authorization: 'Bearer test-token' },
          });
          await route.fulfill({ json: await started.json() });
        });
        await page.route('**/save-pictures*.js', (route) =>
          isMissing ? route.abort('internetdisconnected') : route.fallback(),
        );
      },
    },
  );
  await page.getByLabel('Select PF-014').check();
  await page.getByLabel('Select PF-015').check();
  await page
    .getByRole('region', { name: 'Selected phones' })
    .getByRole('button', { name: 'Screenshot', exact: true })
    .click();
  await page.getByRole('alert').getByText('couldn’t be saved').waitFor();
  await page.getByText('2 of 2 done').waitFor();
  isMissing = false;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save again' }).click();
  expect((await download).suggestedFilename()).toMatch(/^screenshots.*\.zip$/);
  await page.getByText('couldn’t be saved').waitFor({ state: 'detached' });
});
