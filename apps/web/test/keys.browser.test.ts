// Keys of programs in a real browser, with an API that this test answers for.
import { expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { devices, inMs, prepareKeysPage, sample, secret } from './keys-page.ts';

const { api, openKeys } = prepareKeysPage();
const [first, second] = devices;

it('lists what each key may do, where, until when, and how it was used', async () => {
  const page = await openKeys();
  for (const text of [
    'pf_live_7Kq2…x9Rf',
    'Watch, control, apps, adb',
    '6 min ago',
    'from 203.0.113.24',
    'old key works 22 h more',
    'In 6 d',
    'Up to $50.00 a month. Only from 203.0.113.0/24',
    first?.tag ?? '',
    'Only ben, who made it, can rotate it',
  ]) {
    await page.getByText(text).first().waitFor();
  }
  await expect.poll(() => page.getByRole('button', { name: 'Rotate store-feed' }).isDisabled()).toBe(true);
  expect(await findFaults(page)).toEqual([]);
});

it.each([768, 390, 320])('no word of a key touches its buttons at a width of %i', async (width) => {
  const page = await openKeys(width);
  for (const name of ['nightly-tests', 'store-feed']) {
    const row = page.getByRole('row').filter({ hasText: name });
    await row.waitFor();
    const touched = await row.evaluate((element) => {
      const buttons = [...element.querySelectorAll('button')].map((each) => each.getBoundingClientRect());
      const words = [...element.querySelectorAll('td:first-child span')].map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect();
      });
      const isNear = (one: DOMRect, other: DOMRect) =>
        one.left < other.right + 8 &&
        other.left < one.right + 8 &&
        one.top < other.bottom &&
        other.top < one.bottom;
      return words.filter((word) => buttons.some((button) => isNear(word, button))).length;
    });
    expect([name, touched]).toEqual([name, 0]);
  }
  expect(await findFaults(page)).toEqual([]);
});

it('takes another member’s key over after a question; an own one has no such button', async () => {
  const page = await openKeys();
  expect(await page.getByRole('button', { name: 'Take over nightly-tests' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Take over store-feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take over store-feed?' });
  await dialog.getByText('It becomes your key, so it no longer ends when ben leaves the team.').waitFor();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await page.getByText('store-feed is your key now.').waitFor();
  expect(api.calls.map(({ call }) => call)).toEqual([`POST /api/keys/${api.keys[1]?.id}/take-over`]);
});

it('says that a key is in use now, and when it was used last otherwise', async () => {
  api.keys = [
    sample({ last_used_at: inMs(-70_000) }),
    sample({ id: devices[1]?.id ?? '', name: 'store-feed' }),
  ];
  const page = await openKeys();
  await page.getByRole('row').filter({ hasText: 'nightly-tests' }).getByText('In use now').waitFor();
  await page.getByRole('row').filter({ hasText: 'store-feed' }).getByText('6 min ago').waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it('says what ends before it rotates or revokes', async () => {
  const page = await openKeys();
  await page.getByRole('button', { name: 'Rotate nightly-tests' }).click();
  await page.getByText('The old one works for 24 more hours').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByText(secret, { exact: true }).waitFor();
  await page.getByText('The old key works until').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke nightly-tests' }).click();
  await page.getByText('Programs that use it are cut off at once').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('nightly-tests was revoked.').waitFor();
  expect(api.calls.map(({ call }) => call)).toEqual([
    `POST /api/keys/${sample({}).id}/rotate`,
    `DELETE /api/keys/${sample({}).id}`,
  ]);
  await expect.poll(() => page.getByRole('button', { name: 'Revoke nightly-tests' }).count()).toBe(0);
});

it('explains keys to who has none', async () => {
  api.keys = [];
  const page = await openKeys(390);
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it('changes what a key may spend and its hours, and takes only an amount', async () => {
  const page = await openKeys();
  await page.getByRole('button', { name: 'Change the limits of store-feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits of store-feed' });
  const field = dialog.getByLabel('Money each month, in dollars');
  expect(await field.inputValue()).toBe('50.00');
  await field.fill('a lot');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await dialog.getByText('Give an amount such as 50.00').waitFor();
  expect(api.calls).toEqual([]);
  await field.fill('80');
  await dialog.getByLabel('Hours a day').selectOption('4 hours a day');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('The limits of store-feed were changed.').waitFor();
  const body = { monthly_limit_cents: 8_000, hours_a_day: 4 };
  expect(api.calls).toEqual([{ call: `PATCH /api/keys/${api.keys[1]?.id}`, body }]);
});

it.each([1440, 768, 390])('shows how adb gets a chosen phone, at a width of %i', async (width) => {
  const page = await openKeys(width);
  const block = page.getByRole('region', { name: 'Connect adb' });
  await block.getByText(`pocketfleet connect ${first?.tag}`).waitFor();
  await block.getByLabel('Phone').selectOption(second?.tag ?? '');
  await block.getByText(`${second?.tag} is connected to adb as`).waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await block.getByRole('button', { name: 'Copy the commands' }).click();
  const site = new URL(page.url()).origin;
  // Only what is typed: no prompts and no answers.
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      [
        `npm install --global ${site}/programs/pocketfleet.tgz`,
        `pocketfleet login --url ${site}`,
        `pocketfleet connect ${second?.tag}`,
        'adb devices -l',
      ].join('\n'),
    );
});
