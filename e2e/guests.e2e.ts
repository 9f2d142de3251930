// Guests by link and the activity of the workspace: the owner shares a phone, a guest watches, is given control and is cut off,
// and the owner's page of activity shows all of it as it happens.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';
import { waitUntilLive } from './open-session.ts';
import { listPhonesOfDemo } from './sign-in.ts';

const site = inject('site');
/** The page of a guest asks every ten seconds; an open phone is reopened in that time at the latest. */
const soon = { timeout: 60_000 };
let browser: Browser;
let owner: Page;
let activity: Page;
let phone: { id: string; tag: string };

beforeAll(async () => {
  browser = await openBrowser();
  const [first] = (await listPhonesOfDemo(site)).toSorted((a, b) => a.tag.localeCompare(b.tag));
  if (first === undefined) throw new Error('the demo customer has no phone');
  phone = first;
  owner = await openAsDemo(browser, '/devices', { bypassCSP: true });
  activity = await openAsDemo(browser, '/activity', { bypassCSP: true });
  await activity.getByRole('heading', { name: 'Activity' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
});

type LinkOptions = { name: string; password?: string; guests?: number; may?: 'Watch' | 'Watch and control' };

/** In the open dialog. Returns the link's address. */
async function makeLink(page: Page, { name, password, guests, may }: LinkOptions): Promise<string> {
  const form = page.getByRole('form', { name: 'New link' });
  await form.getByLabel('Name').fill(name);
  if (may !== undefined) await form.getByLabel('Guests may').selectOption({ label: may });
  if (password !== undefined) await form.getByLabel('Password').fill(password);
  if (guests !== undefined) await form.getByLabel('Guests at a time').selectOption(String(guests));
  await form.getByRole('button', { name: 'Make link' }).click();
  await page.getByText('Copy the link now.').waitFor();
  return page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
}

async function arriveAsGuest(link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Your name').waitFor();
  return page;
}

async function join(page: Page, name: string, password?: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  if (password !== undefined) await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
}

/** Of the page that was opened before anything happened. */
const row = (sentence: string) => activity.getByRole('listitem').filter({ hasText: sentence }).first();

it('a guest watches, is given control and is cut off, and the page of activity tells it live', async () => {
  await owner.getByRole('button', { name: `Share ${phone.tag}` }).click();
  const link = await makeLink(owner, { name: 'Client review' });
  await row('You shared 1 phone by a link to watch, “Client review”').waitFor(soon);

  const guest = await arriveAsGuest(link);
  expect(await findAxeViolations(guest)).toEqual([]);
  await guest.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Geist') && status === 'loaded'),
  );
  await join(guest, 'Dana');
  await guest.getByText('Dana (guest)').waitFor();
  await guest.getByText('You’re watching.').waitFor();
  // A link ends after a day unless another end is chosen.
  await guest.getByText('23h left', { exact: true }).waitFor();
  await guest.locator('#phone canvas').last().waitFor();
  await row('Dana joined by the link “Client review”').waitFor(soon);

  await owner.goto(`${site}/devices/${phone.id}/stream`);
  await waitUntilLive(owner);
  // The bar says who is here, and leads to what can be done about it.
  await owner.getByRole('button', { name: '1 here: Dana (guest).' }).click();
  await owner.getByRole('button', { name: 'Let them control: Dana' }).first().click();
  await owner.getByText('Dana may control now.').waitFor();
  await row('You let the guest Dana control').waitFor(soon);
  await guest.getByRole('button', { name: 'Take control' }).click(soon);
  await guest.getByText('You have control.').waitFor(soon);
  await row(`Dana took control of ${phone.tag} from demo`).waitFor(soon);

  await owner.getByRole('button', { name: 'Cut off: Dana' }).first().click();
  await guest.getByText('You’re no longer in').waitFor(soon);
  await row('You cut off the guest Dana').waitFor(soon);
  await row(`Dana opened ${phone.tag} for`).waitFor(soon);

  // A guest who was cut off can join again, until the link ends with them.
  await guest.getByRole('button', { name: 'Join again' }).click();
  await join(guest, 'Dana');
  await guest.getByText('Dana (guest)').waitFor();
  await owner.getByRole('button', { name: 'Cut off and end link: Dana' }).click(soon);
  await guest.getByText('You’re no longer in').waitFor(soon);
  await guest.reload();
  await guest.getByText('This link doesn’t work any more.').waitFor();
  await row('You ended the link “Client review”').waitFor(soon);
  expect(await findAxeViolations(activity)).toEqual([]);
});

it('a wrong password lets nobody in, and neither does a link that is full', async () => {
  await owner.goto(`${site}/devices`);
  await owner.getByRole('button', { name: `Share ${phone.tag}` }).click();
  const link = await makeLink(owner, { name: 'One at a time', password: 'violet-kettle', guests: 1 });
  const first = await arriveAsGuest(link);
  await join(first, 'Grace', 'wrong-kettle');
  await first.getByText('This password isn’t right.').waitFor();
  await row('Grace gave a wrong password for the link “One at a time”').waitFor(soon);
  await join(first, 'Grace', 'violet-kettle');
  await first.getByText('Grace (guest)').waitFor();

  const second = await arriveAsGuest(link);
  await second.getByText('This link has as many guests as it allows.').first().waitFor();
  await join(second, 'Linus', 'violet-kettle');
  await second.getByText('Try again when somebody has left.').waitFor();

  for (let n = 0; n < 11; n += 1) await join(second, 'Linus', `guess-number-${n}`);
  await second.getByText('Too many requests.').first().waitFor(soon);

  await owner.goto(`${site}/settings?tab=security`);
  await owner.getByRole('button', { name: 'End link One at a time' }).click();
  await first.getByText('You’re no longer in').waitFor(soon);
});
