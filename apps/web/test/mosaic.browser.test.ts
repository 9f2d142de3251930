// How the mosaic follows changes of the customer's phones, in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Device } from '@pocketfleet/contract';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/devices-page.fixture.tsx'));

/** `phones` is asked at each fetch of the list; undefined: the server fails. */
async function openMosaic(phones: () => Device[] | undefined): Promise<Page> {
  const page = await open(
    '',
    { viewport: { width: 1_440, height: 1_000 } },
    {
      path: '/devices',
      before: (page) =>
        page.route('**/api/**', (route) => {
          const list = phones();
          return route.request().url().endsWith('/api/phones') && list
            ? route.fulfill({ json: list })
            : route.fulfill({ status: 503, json: {} });
        }),
    },
  );
  await page.getByRole('radio', { name: 'Mosaic' }).click();
  await page.getByRole('button', { name: 'Open PF-009, Galaxy S23' }).waitFor();
  return page;
}

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
const tileOf = (page: Page, tag: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^Open ${tag},`) }) });

/** The list after the first phone failed and `tag` took its place. */
function replaceFirst(list: readonly Device[], tag: string, earlier: string[] = []): Device[] {
  const [old, ...others] = list as [Device, ...Device[]];
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  const replaces: NonNullable<Device['replaces']> = {
    device_id: old.id,
    tag: old.tag,
    at,
    earlier_device_ids: earlier,
    because: 'failed',
    note: null,
  };
  return [{ ...old, id, phone_id: id, tag, assignment_id: crypto.randomUUID(), replaces }, ...others];
}

it('says which phone has replaced another one, above the tiles and at the tile', async () => {
  let list = sampleDevices();
  const page = await openMosaic(() => list);
  list = replaceFirst(list, 'PF-077');
  await refresh(page);
  await page.getByText(/^PF-009 failed.* PF-077 replaces it/).waitFor();
  await tileOf(page, 'PF-077').getByText('Replaces PF-009').waitFor();
  expect(
    await page
      .getByRole('button', { name: /^Open PF-/ })
      .first()
      .getAttribute('aria-label'),
  ).toMatch('PF-077');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByText(/ PF-077 replaces it/).waitFor({ state: 'detached' });
});

it('a tile is given to the phone that has its place now, also when another one had it in between', async () => {
  let list = sampleDevices();
  const page = await openMosaic(() => list);
  const first = list[0]?.id ?? '';
  list = replaceFirst(replaceFirst(list, 'PF-077'), 'PF-078', [first]);
  await refresh(page);
  await tileOf(page, 'PF-078').waitFor();
  expect(await tileOf(page, 'PF-009').count()).toBe(0);
});

it('a phone whose rental is over is not selected with all, and is found like the others', async () => {
  let list = sampleDevices();
  const page = await openMosaic(() => list);
  list = list.slice(1);
  await refresh(page);
  await tileOf(page, 'PF-009').getByText('Rental over').first().waitFor();
  expect(await tileOf(page, 'PF-009').getByRole('checkbox').count()).toBe(0);
  await page.getByLabel(/^Select all \d+ shown/).check();
  const bar = page.getByRole('region', { name: 'Selected phones' });
  const ticked = await page.getByRole('checkbox', { name: /^Select PF-/ }).count();
  await bar.getByText(`${ticked} phones selected`).waitFor();
  expect(await bar.getByText('no longer yours').count()).toBe(0);
  await page.getByRole('searchbox').fill('Pixel 7a');
  await tileOf(page, 'PF-009').waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('PF-009');
  await tileOf(page, 'PF-009').waitFor();
});

it('says how old it is, and when the list could not be fetched anew', async () => {
  let isAway = false;
  const list = sampleDevices();
  const page = await openMosaic(() => (isAway ? undefined : list));
  await page.getByText(/ updated .* ago/).waitFor();
  isAway = true;
  await refresh(page);
  await page.getByText(/ seeing the state from .* ago/).waitFor();
  await page.getByText(/^Not up to date/).waitFor();
});
