// The session page in each of its states, in a real browser, with a relay and an API that this test makes misbehave.
import { closeCodes } from '@pocketfleet/contract';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareSessionPage } from './open-session-page.ts';

const site = prepareSessionPage();
const { devices, phone, openSession, openLive, tool } = site;
const offline = devices.find(
  ({ connection_state, assignment_state }) => connection_state === 'offline' && assignment_state === 'active',
);
const scheduled = devices.find(({ assignment_state }) => assignment_state === 'scheduled');

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

describe('before there is a picture', () => {
  it.each([
    ['is offline', offline, 'This phone is offline', 'Offline'],
    ['is not rented yet', scheduled, /^Opens in /, 'Scheduled'],
  ])('a phone that %s says so, and leads back', async (_, device, title, status) => {
    const page = await openSession(device?.id);
    await page.getByText(title).first().waitFor();
    await says(page, status);
    await page.getByRole('link', { name: 'Back to Devices' }).last().waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('a phone that is being connected says so, and has its tools switched off', async () => {
    site.relay.cut();
    const page = await openSession();
    await page.getByText('Connecting').first().waitFor();
    await tool(page, 'Home').waitFor();
    expect(await tool(page, 'Home').isEnabled()).toBe(false);
    expect(await tool(page, 'Shell').isEnabled()).toBe(true);
  });

  it('a customer who was signed out is told so', async () => {
    site.answer.listStatus = 401;
    const page = await openSession();
    await page.getByText('Your session has ended').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('a phone that was exchanged names the one that replaces it, and leads there', async () => {
    const old = '00000000-0000-4000-8000-000000000001';
    site.answer.list = devices.map((device) =>
      device.id === phone?.id
        ? {
            ...device,
            replaces: { device_id: old, tag: 'PF-900', at: device.starts_at, because: null, note: null },
          }
        : device,
    );
    const page = await openSession(old);
    await page.getByText(`${phone?.tag} has taken its place`).waitFor();
    await page.getByText(`PF-900 was replaced. ${phone?.tag} replaces it`).waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('link', { name: `Open ${phone?.tag}` }).click();
    await page.waitForURL(`**/devices/${phone?.id}/stream**`);
  });

  it('somebody else’s phone leads to the page that says why', async () => {
    const page = await openSession('00000000-0000-4000-8000-000000000000');
    await page.waitForURL('**/unauthorized-stream/00000000-0000-4000-8000-000000000000');
  });
});

describe('a live phone', () => {
  it('has a picture without a message, its tools, and no fault', async () => {
    const page = await openLive();
    await says(page, 'Online');
    await page.getByText(/^(?:Connected|(?:Good|Fair|Slow) connection)$/).waitFor();
    expect(await page.getByText('Connecting to the phone').count()).toBe(0);
    expect(await findFaults(page)).toEqual([]);
  });

  it('that is pressed changes no element of the page around it', async () => {
    const page = await openLive();
    const picture = page.getByRole('application');
    await picture.click();
    await page
      .getByText(/^You’re typing on the phone/)
      .first()
      .waitFor();
    await expect.poll(() => tool(page, 'Keyboard').getAttribute('aria-pressed')).toBe('true');
    // The last report of figures until the next frame.
    await page
      .getByText(/still picture/)
      .filter({ visible: true })
      .waitFor();
    await page.evaluate(() => {
      const changes: string[] = [];
      // Figures and times of day change their texts by themselves.
      new MutationObserver((records) => {
        for (const { target, type, attributeName } of records)
          changes.push(`${type} ${attributeName} ${(target as Element).outerHTML.slice(0, 120)}`);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
      Object.assign(window, { changes });
    });
    const touches = () => site.relay.controls.filter(({ type }) => type === 'touch').length;
    const before = touches();
    for (let press = 1; press <= 3; press += 1) {
      await picture.click();
      await expect.poll(touches).toBeGreaterThanOrEqual(before + 2 * press);
    }
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([]);
  });

  it('stays where it is while a recording runs', async () => {
    const page = await openLive();
    const place = () => page.getByRole('application').boundingBox();
    const before = await place();
    await tool(page, 'Record').click();
    await page.getByText(/^(?:Starting to record|Recording)$/).waitFor();
    expect(await place()).toEqual(before);
    await tool(page, 'Stop recording').click();
  });

  it('that another viewer controls offers control', async () => {
    const page = await openLive();
    site.relay.sendNotice({ type: 'role', role: 'watching', viewers: 2 });
    await says(page, 'Another window of yours has control.');
    await page.getByText('2 watching').waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take it here' }).click();
    const taken = () => site.relay.requests.filter(({ type }) => type === 'take_control').length;
    await expect.poll(taken).toBe(1);
    await page.keyboard.press('Alt+KeyT');
    await expect.poll(taken).toBe(2);
    site.relay.sendNotice({ type: 'role', role: 'controlling', viewers: 2 });
    await page.getByText('Another window of yours has control.').waitFor({ state: 'detached' });
  });

  it('that is exchanged while it is open names the phone that replaces it over the last picture', async () => {
    const page = await openLive();
    const [, successor] = devices.filter(({ connection_state }) => connection_state === 'online');
    site.answer.list = devices
      .filter(({ id }) => id !== phone?.id)
      .map((device) =>
        device.id === successor?.id
          ? {
              ...device,
              replaces: {
                device_id: phone?.id ?? '',
                tag: phone?.tag ?? '',
                at: new Date(Date.parse(phone?.starts_at ?? '') + 60_000).toISOString(),
                because: 'by_team',
                note: 'Its battery swells',
              },
            }
          : device,
      );
    site.relay.closeViewers(closeCodes.device_quarantined.code);
    // Without live events the page fetches its list every 10 s.
    await page.getByText(`${successor?.tag} has taken its place`).waitFor({ timeout: 60_000 });
    await page
      .getByText(`Our team exchanged ${phone?.tag}: Its battery swells. ${successor?.tag} replaces it`)
      .waitFor();
    await page.getByRole('application').waitFor();
    await page.getByRole('link', { name: `Open ${successor?.tag}` }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry now' }).count()).toBe(0);
  });

  it('that is returned in another tab has ended, although it was replaced in an earlier rental', async () => {
    const page = await openLive();
    const [, other] = devices.filter(({ connection_state }) => connection_state === 'online');
    const at = new Date(Date.parse(phone?.starts_at ?? '') - 60_000).toISOString();
    const replaces = { device_id: phone?.id ?? '', tag: phone?.tag ?? '', at, because: null, note: null };
    site.answer.list = devices
      .filter(({ id }) => id !== phone?.id)
      .map((device) => (device.id === other?.id ? { ...device, replaces } : device));
    site.relay.closeViewers(closeCodes.assignment_ended.code);
    await page.getByText('Expired', { exact: true }).first().waitFor({ timeout: 60_000 });
    await page.getByText('Your rental of this phone has ended.').first().waitFor();
    expect(await page.getByText('has taken its place').count()).toBe(0);
  });

  it('whose connection is lost says so, and comes back by itself', async () => {
    const page = await openLive();
    site.relay.cut();
    await says(page, 'Reconnecting,');
    await says(page, 'Reconnecting');
    site.relay.restore();
    await expect.poll(() => tool(page, 'Home').isEnabled()).toBe(true);
    await page.getByText('Reconnecting,').waitFor({ state: 'detached' });
  });

  it('whose browser goes offline is dimmed at once, not when the silence is noticed', async () => {
    const page = await openLive();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    // Without the event the relay's silence would be noticed, but here it goes on talking.
    await says(page, 'Reconnecting,');
    await expect.poll(() => tool(page, 'Home').isEnabled()).toBe(true);
  });

  it('that is away says so over its last picture, and keeps its panel open', async () => {
    const page = await openLive();
    await tool(page, 'Clipboard').click();
    site.relay.sendNotice({ type: 'phone', state: 'offline', detail: 'The phone is offline.' });
    await says(page, 'The phone is offline.');
    await page.getByRole('tab', { name: 'Clipboard' }).waitFor();
    await page.getByRole('application').waitFor();
  });

  it.each([
    ['assignment_ended', /^Everything on it is erased\./],
    ['session_ended', /^Once you’ve signed in again/],
    ['device_quarantined', /^We’re looking for another phone/],
  ] as const)('that ends with %s says why, and what comes next', async (reason, next) => {
    const page = await openLive();
    // A screen reader announces what appears in a region that was there before.
    const region = page.locator('[role=status]').filter({ hasText: /^$/ });
    await region.evaluateAll((all) => {
      for (const each of all) each.setAttribute('data-was-there', '');
    });
    site.relay.sendNotice({ type: 'role', role: 'watching', viewers: 2 });
    await says(page, 'Another window of yours has control.');
    site.relay.closeViewers(closeCodes[reason].code);
    await says(page, closeCodes[reason].detail);
    await page.getByText(next).waitFor();
    await page.locator('[data-was-there]').filter({ hasText: closeCodes[reason].detail }).first().waitFor();
    const isOver = reason === 'assignment_ended';
    const overPicture = page.locator('.on-ink').filter({ hasText: closeCodes[reason].detail });
    for (const name of ['Back to Devices', 'Rent phones'])
      expect(await overPicture.getByRole('link', { name }).count()).toBe(isOver ? 1 : 0);
    // Nor can control be had.
    expect(await page.getByText('Another window of yours has control.').count()).toBe(0);
    expect(await page.getByText('2 watching').count()).toBe(0);
    await says(page, 'Stream ended');
    expect(await tool(page, 'Home').isEnabled()).toBe(false);
    // It could never work.
    expect(await page.getByRole('button', { name: 'Retry now' }).count()).toBe(0);
  });

  it('that failed, and has no other of its model, leads to the choice and no more says Online', async () => {
    const until = '2099-12-27T21:46:00.000Z';
    const page = await openLive({
      async prepare(page) {
        await page.route('**/api/replacement-choices', (route) => {
          const [, device_id = ''] = /devices\/([^/]+)\//.exec(page.url()) ?? [];
          const times = { starts_at: '2026-11-27T21:46:00.000Z', expires_at: until, decide_by: until };
          const phone = { assignment_id: device_id, device_id, tag: 'PF-077', model: 'Pixel 6a' };
          const order = { order_number: 'PF-1002', refund_amount: 0, models: [] };
          return route.fulfill({ json: [{ ...phone, ...times, ...order }] });
        });
      },
    });
    site.relay.closeViewers(closeCodes.device_quarantined.code);
    await page.getByText(/no other Pixel 6a is free/).waitFor();
    await says(page, 'Choose above whether you get another model or a refund.');
    expect(await page.getByText(/looking for another phone/).count()).toBe(0);
    expect(await page.getByText('Online', { exact: true }).count()).toBe(0);
  });

  it('obeys scrcpy’s shortcuts, also while the viewer types, and shows them on "?"', async () => {
    const page = await openLive();
    const homes = () =>
      site.relay.controls.filter((m) => m.type === 'key' && m.keycode === 3 && m.action === 'up').length;
    await page.keyboard.press('Alt+KeyH');
    await expect.poll(homes).toBe(1);
    await tool(page, 'Keyboard').click();
    await page.keyboard.press('Alt+KeyH');
    await expect.poll(homes).toBe(2);
    await page.keyboard.press('Control+Alt+Escape');
    for (const key of ['KeyX', 'KeyN', 'KeyO', 'KeyO', 'ArrowLeft']) await page.keyboard.press(`Alt+${key}`);
    await expect
      .poll(() => site.relay.controls.filter(({ type }) => type !== 'key'))
      .toMatchObject([
        { type: 'get_clipboard', copyKey: 'cut' },
        { type: 'expand_notifications' },
        { type: 'display_power', on: false },
        { type: 'display_power', on: true },
        { type: 'rotate' },
      ]);
    await page.keyboard.press('Alt+KeyD');
    await page.getByRole('tab', { name: 'Files' }).waitFor();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Alt+KeyG');
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Drop it on the phone').waitFor();
    await sheet.getByText('Alt H', { exact: true }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    await sheet.getByLabel('Modifier').selectOption('none');
    await sheet.getByText('Off', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+KeyH');
    await page.keyboard.press('?');
    await sheet.getByText('Off', { exact: true }).first().waitFor();
    expect(homes()).toBe(2);
  });
});
