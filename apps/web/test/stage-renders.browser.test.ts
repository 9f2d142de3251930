// The work of React while a phone is watched, by its Profiler.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { prepareSessionPage } from './open-session-page.ts';

const site = prepareSessionPage('stage-renders.fixture.tsx', { isProfiled: true });

type Renders = { stage: number; figures: number };
const renders = (page: Page) =>
  page.evaluate(() => ({ ...(window as unknown as { renders: Renders }).renders }));

it('frames and reports of figures render the figures alone, not the stage around the picture', async () => {
  // From 1280 px on, a column of the stage shows figures too.
  const page = await site.openLive({ viewport: { width: 1_100, height: 800 } });
  const still = page.getByText(/still picture/).filter({ visible: true });
  await still.waitFor();
  const before = await renders(page);
  expect(before.stage).toBeGreaterThan(0);
  for (let frame = 0; frame < 20; frame += 1) await site.relay.draw([20, 10 * frame, 220]);
  await expect.poll(async () => (await renders(page)).figures).toBeGreaterThan(before.figures);
  await still.waitFor();
  expect((await renders(page)).stage).toBe(before.stage);
});
