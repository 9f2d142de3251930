// Many phones at once on the devices page, in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Device, QuotedExtension } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/devices-page.fixture.tsx'));
let list: Device[];
/** The calls, as "POST /api/…". */
let calls: string[];
let failing: Set<string>;
beforeEach(() => {
  calls = [];
  failing = new Set();
  list = sampleDevices().map((device, index) =>
    index < 2 ? { ...device, label: 'Front desk' } : { ...device, label: null },
  );
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const method = route.request().method();
  if (pathname === '/api/phones') return route.fulfill({ json: list });
  if (method !== 'GET') calls.push(`${method} ${pathname}`);
  const device = list.find(({ id }) => pathname.includes(id));
  if (device && failing.has(device.tag)) {
    return route.fulfill({ status: 502, json: { detail: 'The phone is busy.', code: 'device_failed' } });
  }
  if (pathname.endsWith('/restart')) return route.fulfill({ json: { message: 'Done', is_back: true } });
  if (method === 'PATCH') return route.fulfill({ json: { message: 'Done' } });
  if (pathname.endsWith('/quote-extensions')) return route.fulfill({ json: quotesFor(route) });
  return route.fulfill({ status: 503, json: {} });
}

/** PF-014 is booked next. */
function quotesFor(route: Route) {
  const { assignment_ids } = route.request().postDataJSON() as { assignment_ids: string[] };
  const extensions = list
    .filter(({ assignment_id }) => assignment_ids.includes(assignment_id))
    .map(
      ({ assignment_id, tag, model }): QuotedExtension => ({
        assignment_id,
        tag,
        model,
        expires_at: '2026-12-01T10:00:00.000Z',
        new_expires_at: '2026-12-08T10:00:00.000Z',
        amount: 5_000,
        is_possible: tag !== 'PF-014',
        latest_expires_at: tag === 'PF-014' ? '2026-12-02T10:00:00.000Z' : null,
        message: '',
      }),
    );
  const amount = 5_000 * extensions.filter(({ is_possible }) => is_possible).length;
  return { extensions, gone: [], unit_amount: 5_000, amount };
}

async function openDevices(query = '', width = 1440): Promise<Page> {
  const page = await open(
    query,
    { viewport: { width, height: 1_000 } },
    {
      path: '/devices',
      before: (page) => page.route('**/api/**', answer),
    },
  );
  await page.getByLabel('Select PF-016').waitFor();
  return page;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected phones' });
const tool = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const outcomeOf = (page: Page, tag: string) =>
  page.getByRole('region', { name: 'Results' }).getByRole('listitem').filter({ hasText: tag });

describe('the selection', () => {
  it('takes a range with Shift, by keyboard as well, in the order of the table', async () => {
    const page = await openDevices();
    await page.getByLabel('Select PF-010').check();
    await page.getByLabel('Select PF-015').click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 phones selected').waitFor();
    await page.getByLabel('Select PF-021').focus();
    await page.keyboard.press('Shift+Space');
    await bar(page).getByText('5 phones selected').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('takes all that is shown, and all with a label', async () => {
    const page = await openDevices('status=offline');
    await page.getByLabel('Select all 2 shown').check();
    await bar(page).getByText('2 phones selected').waitFor();
    await page.getByRole('button', { name: 'Select by label' }).click();
    await page.getByRole('menuitem', { name: /^Front desk/ }).click();
    await bar(page).getByText('4 phones selected').waitFor();
    await tool(page, 'Clear selection').click();
    await bar(page).waitFor({ state: 'detached' });
  });

  it('lives through an update of the list, and names the phones that are gone', async () => {
    const page = await openDevices();
    await page.getByLabel('Select PF-009').check();
    await page.getByLabel('Select PF-010').check();
    list = list.slice(1);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await bar(page).getByText('PF-009 is no longer yours and was deselected.').waitFor();
    await bar(page).getByText('1 phone selected').waitFor();
    expect(await page.getByLabel('Select PF-010').isChecked()).toBe(true);
  });

  it('goes along to the mosaic, which shows only these', async () => {
    const page = await openDevices();
    await page.getByLabel('Select PF-009').check();
    await page.getByLabel('Select PF-014').check();
    await tool(page, 'Open in mosaic').click();
    await page.getByRole('button', { name: /^Only 2 phones/ }).waitFor();
    // The mosaic is a part of its own, which comes a moment after the button.
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select PF-/ }).count()).toBe(2);
    await bar(page).getByText('2 phones selected').waitFor();
  });
});

describe('an action', () => {
  it('leaves out what is offline or scheduled, goes on when one fails, and is tried again for the rest', async () => {
    const page = await openDevices();
    failing.add('PF-010');
    await page.getByLabel(/^Select all \d+ shown/).check();
    await tool(page, 'Restart').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
    await page.getByText('10 of 14 done, 4 not done').waitFor();
    expect(await outcomeOf(page, 'PF-010').innerText()).toContain('The phone is busy.');
    expect(await outcomeOf(page, 'PF-016').innerText()).toContain('Offline');
    expect(await outcomeOf(page, 'PF-047').innerText()).toContain('Opens on');
    expect(calls.filter((call) => call.endsWith('/restart'))).toHaveLength(11);
    expect(await findFaults(page)).toEqual([]);
    failing.clear();
    await page.getByRole('button', { name: 'Try again on 4 phones' }).click();
    await outcomeOf(page, 'PF-010').getByText('Restarted').waitFor();
    expect(calls.filter((call) => call.endsWith('/restart'))).toHaveLength(12);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('region', { name: 'Results' }).waitFor({ state: 'detached' });
  });

  it('labels all, in the mosaic or in the list, and the results stay', async () => {
    const page = await openDevices();
    await page.getByLabel('Select PF-014').check();
    await page.getByLabel('Select PF-016').check();
    await tool(page, 'Label').click();
    await page.getByRole('dialog').getByLabel('Label').fill('Shop');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 2 done').waitFor();
    await tool(page, 'Clear selection').click();
    await page.getByRole('radio', { name: 'Mosaic' }).click();
    await page.getByText('2 of 2 done').waitFor();
  });

  it('installs an app on several, and says of the one that is offline that it was left out', async () => {
    const page = await openDevices();
    for (const tag of ['PF-014', 'PF-015', 'PF-016']) await page.getByLabel(`Select ${tag}`).check();
    const chooser = page.waitForEvent('filechooser');
    await tool(page, 'Install APK').click();
    await (await chooser).setFiles({ name: 'shop.apk', mimeType: '', buffer: Buffer.from('apk') });
    await page.getByRole('heading', { name: 'Install shop.apk, 3 phones' }).waitFor();
    expect(await outcomeOf(page, 'PF-016').innerText()).toContain('Offline');
    // This API opens no sockets: the transfer waits for the line, and can be cancelled.
    await outcomeOf(page, 'PF-014').getByText('Waiting for the connection').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await outcomeOf(page, 'PF-014').getByText('Cancelled').waitFor();
    expect(calls.filter((call) => call.endsWith('/stream/start')).length).toBeGreaterThanOrEqual(2);
  });
});

it('asks before the page is left while phones are still worked on', async () => {
  const page = await openDevices();
  await page.getByLabel('Select PF-014').check();
  const chooser = page.waitForEvent('filechooser');
  await tool(page, 'Install APK').click();
  await (await chooser).setFiles({ name: 'shop.apk', mimeType: '', buffer: Buffer.from('apk') });
  await outcomeOf(page, 'PF-014').getByText('Waiting for the connection').waitFor();
  const leave = () => page.getByRole('link', { name: 'Stream PF-015' }).click();
  await leave();
  const question = page.getByRole('dialog', { name: 'Leave while phones are still being worked on?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });
  await outcomeOf(page, 'PF-014').getByText('Waiting for the connection').waitFor();
  await leave();
  await question.getByRole('button', { name: 'Leave and cancel' }).click();
  await page.getByText('Another page').waitFor();
});

it('says of a tile whose rental is over what happened, and removes it on request', async () => {
  const page = await openDevices();
  await page.getByRole('radio', { name: 'Mosaic' }).click();
  const tile = page.getByRole('button', { name: 'Open PF-009, Galaxy S23' });
  await tile.waitFor();
  list = list.slice(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Rental over').first().waitFor();
  expect(await page.getByRole('link', { name: 'PF-009' }).count()).toBe(0);
  // Seen for the first time since then: the phone itself could only be refused.
  const body = page.getByRole('listitem').filter({ hasText: 'PF-009' });
  await body.getByRole('status').getByText('Rental over').waitFor();
  expect(await body.locator('iframe').count()).toBe(0);
  await tile.click();
  const dialog = page.getByRole('dialog', { name: 'Your rental of PF-009 is over' });
  await dialog.getByText(/^It ended early/).waitFor();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove the tile' }).click();
  await dialog.waitFor({ state: 'detached' });
  await tile.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open PF-010, Galaxy S23' }).waitFor();
});

it('a tile whose picture can’t be loaded says so, and has it once the line is back', async () => {
  const page = await openDevices();
  let isCut = true;
  const notice = {
    from: 'pocketfleet-frame',
    device_id: 'any',
    state: 'live',
    words: '',
    frames_per_second: 30,
    has_left_out: false,
    delay_ms: null,
    last_picture_at_ms: null,
  };
  await page.route('**/frame/**', (route) =>
    isCut
      ? route.abort('internetdisconnected')
      : route.fulfill({
          contentType: 'text/html',
          body: `<script>parent.postMessage(${JSON.stringify(notice)}, location.origin)</script>`,
        }),
  );
  await page.getByRole('radio', { name: 'Mosaic' }).click();
  const tile = page.getByRole('listitem').filter({ hasText: 'PF-014' });
  await tile.getByText('The picture couldn’t be loaded.').waitFor();
  await tile.getByText('No picture', { exact: true }).waitFor();
  expect(await findFaults(page)).toEqual([]);
  isCut = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await tile.getByText('30 fps').waitFor();
  expect(await tile.getByText('The picture couldn’t be loaded.').count()).toBe(0);
});

it('the buttons of each row are whole, whatever stands beside them', async () => {
  const page = await openDevices();
  // The first has the navigation beside the list.
  for (const [width, navigation] of [
    [1_440, 224],
    [1_366, 224],
    [1_280, 224],
    [768, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 1_000 });
    await page.evaluate((px) => document.body.style.setProperty('padding-left', `${px}px`), navigation);
    const findCut = () =>
      page.getByRole('region', { name: 'Your phones' }).evaluate((table) => {
        const buttons = [...table.querySelectorAll('td button')];
        const cut = buttons.filter((button) => {
          const { right } = button.getBoundingClientRect();
          const cell = button.closest('td')?.getBoundingClientRect().right ?? 0;
          // The last cell's buttons reach into its own padding.
          return right > table.getBoundingClientRect().right || right > cell;
        });
        return { hasMany: buttons.length > 10, cut: cut.map(({ ariaLabel }) => ariaLabel) };
      });
    // The table folds a moment after its width has changed.
    await expect
      .poll(findCut, { message: `${width} px`, timeout: 60_000 })
      .toEqual({ hasMany: true, cut: [] });
  }
});

describe('extending', () => {
  it('is one order for those that can be extended; the others are named', async () => {
    const page = await openDevices();
    for (const tag of ['PF-009', 'PF-010', 'PF-014']) await page.getByLabel(`Select ${tag}`).check();
    await tool(page, 'Extend').click();
    const dialog = page.getByRole('dialog', { name: 'Extend 3 phones' });
    await dialog.getByText('Booked next: until Dec 2').waitFor();
    await dialog
      .getByText('1 phone can’t be extended for that long. You can go on with the other 2.')
      .waitFor();
    expect(await findFaults(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Extend by' }).click();
    await page.getByRole('option', { name: '1 Week' }).click();
    const link = dialog.getByRole('link', { name: 'Extend 2 phones for $100.00' });
    await link.waitFor();
    const query = new URL((await link.getAttribute('href')) ?? '', 'http://site').searchParams;
    const ids = list.slice(0, 2).map(({ assignment_id }) => assignment_id);
    expect(query.get('extend')?.split(',').sort()).toEqual(ids.sort());
    expect(query.get('total')).toBe('100.00');
  });
});
