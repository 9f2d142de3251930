// The session page alone in a real browser, with a relay and an API that a test makes misbehave.
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { startTestRelay, type TestRelay } from '../../../packages/stream-player/test/test-relay.ts';
import { sampleDevices } from './sample-fleet.ts';

/** Call it once in a test file: each of its tests gets a relay of its own. */
export function prepareSessionPage(
  fixture = 'stream-page.fixture.tsx',
  options: Parameters<typeof prepareComponent>[1] = {},
) {
  const open = prepareComponent(join(import.meta.dirname, '../src/app', fixture), options);
  const devices = sampleDevices();
  const [phone] = devices;
  let relay: TestRelay;
  /** The API's answer to the list of phones. */
  const answer = { listStatus: 200, list: devices };
  beforeEach(async () => {
    answer.listStatus = 200;
    answer.list = devices;
    relay = await startTestRelay('');
    await relay.draw([20, 40, 220]);
  });
  afterEach(() => relay.stop());

  /** `prepare`: what has to be there before the page is. */
  type Options = BrowserContextOptions & { prepare?: (page: Page) => Promise<void> };

  async function openSession(id = phone?.id, { prepare, ...options }: Options = {}): Promise<Page> {
    // The relay listens on another origin of this computer.
    const permissions = ['local-network-access'];
    return await open(
      '',
      { viewport: { width: 1_280, height: 800 }, bypassCSP: true, permissions, ...options },
      {
        path: `/devices/${id}/stream`,
        async before(page) {
          await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
          await page.route('**/api/phones', (route) => {
            const { listStatus, list } = answer;
            return route.fulfill({ status: listStatus, json: listStatus === 200 ? list : {} });
          });
          await page.route('**/stream/start', async (route) => {
            const started = await fetch(`${relay.origin}/api/devices/x/stream/start`, {
              method: 'POST',
              headers: { authorization: 'Bearer test-token' },
            }).catch(() => null);
            await (started ? route.fulfill({ json: await started.json() }) : route.abort());
          });
          await prepare?.(page);
        },
      },
    );
  }

  async function openLive(options?: Options): Promise<Page> {
    const page = await openSession(phone?.id, options);
    await expect.poll(() => tool(page, 'Home').isEnabled()).toBe(true);
    return page;
  }

  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
  return {
    devices,
    phone,
    answer,
    openSession,
    openLive,
    tool,
    get relay() {
      return relay;
    },
  };
}
