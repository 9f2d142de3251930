// The words of a popup whose phone is lost, in a real browser, with a relay and an API that this test makes misbehave.
import { join } from 'node:path';
import {
  type CloseReason,
  closeCodes,
  type Device,
  type SeatHolder,
  workspaceHeader,
} from '@pocketfleet/contract';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { startTestRelay, type TestRelay } from '../../../packages/stream-player/test/test-relay.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/popup.fixture.tsx'));
const devices = sampleDevices();
const [phone, successor] = devices.filter(({ connection_state }) => connection_state === 'online');
let relay: TestRelay;
/** The API's answer to the list of phones. */
let list: readonly Device[];
beforeEach(async () => {
  list = devices;
  relay = await startTestRelay('');
  await relay.draw([20, 40, 220]);
});
afterEach(() => relay.stop());

async function openPopup(team?: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const page = await open(
    team === undefined ? `tag=${phone?.tag}` : `tag=${phone?.tag}&team=${team}`,
    { viewport: { width: 380, height: 760 }, bypassCSP: true, permissions: ['local-network-access'] },
    {
      path: `/frame/${phone?.id}`,
      async before(page) {
        await page
          .context()
          .addCookies([{ name: 'access_token', value: 'token', url: 'http://component.localhost' }]);
        await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
        await page.route('**/api/phones', (route) => route.fulfill({ json: list }));
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
  await page.locator('body[data-state=live]').waitFor();
  return page;
}

it.each<[CloseReason, string, string]>([
  [
    'device_quarantined',
    'This phone was taken out of service.',
    'We’re looking for another phone for the rest',
  ],
  ['assignment_ended', 'Your rental of this phone has ended.', 'Your other phones are in Devices.'],
  [
    'session_ended',
    'You’ve been signed out. Please sign in again.',
    'Once you’ve signed in again, this phone reopens here.',
  ],
])('a popup that ends with %s says so, and what comes next', async (reason, text, next) => {
  const page = await openPopup();
  relay.closeViewers(closeCodes[reason].code);
  await page.getByText(text).waitFor();
  await page.getByText(next).waitFor();
  expect(await page.getByRole('button', { name: 'Retry now' }).isVisible()).toBe(false);
  // While signed out, the session is there after the next sign-in.
  const link = page.getByRole('link', { name: `Open session of ${phone?.tag}` });
  expect(await link.isVisible()).toBe(reason === 'session_ended');
  const isOver = reason === 'assignment_ended';
  for (const name of ['Your devices', 'Rent phones'])
    expect(await page.getByRole('link', { name }).count()).toBe(isOver ? 1 : 0);
  const home = page.getByRole('button', { name: 'Home' });
  expect(await home.getAttribute('title')).toBe('Home. The phone isn’t connected right now.');
  if (isOver) await page.getByRole('banner').getByText('Expired').waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it.each([
  ['in the cookie', true],
  ['away', false],
])(
  'a popup that was signed out, its token %s, leads to the sign-in and goes on after it',
  async (_, isKept) => {
    const page = await openPopup();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/stream/start')) asked.push(request.headers()['authorization'] ?? '');
    });
    if (!isKept) await page.context().clearCookies();
    relay.closeViewers(closeCodes.session_ended.code);
    const link = page.getByRole('link', { name: 'Sign in' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/login');
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await comeBack();
    expect(await link.isVisible()).toBe(true);
    await page
      .context()
      .addCookies([{ name: 'access_token', value: 'next', url: 'http://component.localhost' }]);
    await comeBack();
    await page.locator('body[data-state=live]').waitFor();
    expect(await link.count()).toBe(0);
    // The token that had ended was not tried again.
    expect(asked).toEqual(['Bearer next']);
  },
);

it('a popup whose phone is restarted by our team says so, and goes on by itself', async () => {
  const page = await openPopup();
  relay.sendNotice({ type: 'phone', state: 'offline', detail: 'Our team is restarting this phone.' });
  await page.getByText('Our team is restarting this phone.').waitFor();
  relay.sendNotice({ type: 'phone', state: 'streaming', detail: '' });
  await page.locator('body[data-state=live]').waitFor();
});

it('a popup whose phone was replaced says why and by which, and leads there', async () => {
  const page = await openPopup();
  list = list
    .filter(({ id }) => id !== phone?.id)
    .map((device) =>
      device.id === successor?.id
        ? {
            ...device,
            replaces: {
              device_id: phone?.id ?? '',
              tag: phone?.tag ?? '',
              at: new Date(Date.parse(phone?.starts_at ?? '') + 60_000).toISOString(),
              because: 'failed',
              note: null,
            },
          }
        : device,
    );
  relay.closeViewers(closeCodes.device_quarantined.code);
  await page
    .getByText(`${phone?.tag} failed, so we took it out of service. ${successor?.tag} has taken its place.`)
    .waitFor();
  const link = page.getByRole('link', { name: `Open ${successor?.tag}` });
  expect(await link.getAttribute('href')).toContain(`/frame/${successor?.id}`);
  // A button, and the words right above it.
  const [button, words] = await Promise.all(
    [link, page.getByText('has taken its place.')].map((each) => each.boundingBox()),
  );
  expect(button?.height).toBeLessThan(48);
  expect((button?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0)).toBeLessThan(24);
  expect(await findFaults(page)).toEqual([]);
});

it('a popup of a team’s phone shows that phone’s label and time, and leads to the team’s session', async () => {
  const team = '0d8b1c9e-5d5c-4a1a-9a53-3c0f6c0f3a10';
  const page = await openPopup(team, async (page) => {
    // The phones of another team, or of the personal account, are other ones.
    await page.route('**/api/phones', (route) => {
      const isTheTeams = route.request().headers()[workspaceHeader] === team;
      const labelled = list.map((device) => ({ ...device, label: 'Front desk' }));
      return route.fulfill({ json: isTheTeams ? labelled : [] });
    });
  });
  await page.getByText('Front desk').waitFor();
  // The relay of these tests names no end. It may come after the list's, which is read again when the window is entered.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return page.getByText(/^\d+[dhm].* left$/).count();
    })
    .toBe(1);
  const link = page.getByRole('link', { name: `Open session of ${phone?.tag}` });
  expect(await link.getAttribute('href')).toBe(`/devices/${phone?.id}/stream?team=${team}`);
});

it.each<[SeatHolder, string]>([
  [{ kind: 'program', name: 'Claude' }, 'The program Claude has control.'],
  [{ kind: 'guest', name: 'Dana' }, 'Your guest Dana has control.'],
  [{ kind: 'person', name: 'Omar' }, 'Omar has control.'],
])('a popup says who has control: %j', async (holder, text) => {
  const page = await openPopup();
  relay.sendNotice({ type: 'role', role: 'watching', viewers: 2, holder });
  await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Take it here' }).waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it('a popup obeys the session’s shortcuts', async () => {
  const page = await openPopup();
  for (const key of ['KeyN', 'KeyX', 'ArrowRight']) await page.keyboard.press(`Alt+${key}`);
  await expect
    .poll(() => relay.controls.filter(({ type }) => type !== 'key'))
    .toMatchObject([
      { type: 'expand_notifications' },
      { type: 'get_clipboard', copyKey: 'cut' },
      { type: 'rotate' },
    ]);
  await page.keyboard.press('Alt+KeyD');
  await page.getByText('Press Open: that’s in the session.').waitFor();
});
