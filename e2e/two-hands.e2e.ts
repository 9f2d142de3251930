// Two hands on one phone: an agent works by the official client, asks, a person answers beside the picture, takes the phone,
// types on it and gives it back, and the agent goes on. A recording of such a time has all of it but the stored secret.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';
import { waitUntilLive } from './open-session.ts';
import { coloursAroundGap, stripColours } from './recorded-pictures.ts';
import { listPhonesOfDemo, tokenOfDemo } from './sign-in.ts';

type Answer = {
  content: { text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};
const patience = { timeout: 60_000, interval: 200 };
const notes = 'com.android.notes';
const signin = 'com.android.signin';
const secret = 'Copper-Kite-7é';
const pictures = process.env['RECORDING_PICTURES'];
let browser: Browser;
let page: Page;
let client: Client;
let phone: { id: string; tag: string };
let token: string;
let keyId: string;

const site = () => inject('site');
const post = async (path: string, body: object = {}) => {
  const response = await fetch(`${site()}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, unknown>;
};
const get = async (path: string) => {
  const response = await fetch(`${site()}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status, path).toBe(200);
  return response;
};
const press = async () => textOf(await call('press', { key: 'home' }));
/** The agent is told once what changed while somebody else had the phone. */
const pressAgain = () => vi.waitFor(async () => expect(await press()).toMatch(/^Done/), patience);
const call = (name: string, args: object = {}) =>
  client.callTool({ name, arguments: { phone: phone.tag, ...args } }) as unknown as Promise<Answer>;
const textOf = (answer: Answer) => answer.content[0]?.text ?? '';

beforeAll(async () => {
  browser = await openBrowser();
  token = await tokenOfDemo(site());
  const [first] = (await listPhonesOfDemo(site())).toSorted((a, b) => a.tag.localeCompare(b.tag));
  if (first === undefined) throw new Error('the demo customer has no phone');
  phone = first;
  const made = await post('/keys', {
    name: 'scout',
    permissions: ['watch', 'control', 'screen', 'apps'],
    phones: 'all',
  });
  keyId = String(made['id']);
  client = new Client({ name: 'scout', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${String(made['key'])}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${site()}/mcp`), { requestInit: { headers } }),
  );
});
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await fetch(`${site()}/api/keys/${keyId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
});

it('an agent asks, a person answers and takes over beside the picture, types, gives back, and the agent goes on', async () => {
  await vi.waitFor(
    async () => expect((await call('app', { do: 'clear', app: notes })).isError).toBe(false),
    patience,
  );
  await call('app', { do: 'open', app: notes });
  const screen = await call('wait_for', { app: notes, idle: true });
  const ref = /(n\d+) field/.exec(textOf(screen))?.[1];
  expect(await call('type_text', { ref, text: 'Doors open at eight.' })).toMatchObject({ isError: false });

  page = await openAsDemo(browser, `/devices/${phone.id}/stream`, { bypassCSP: true });
  await waitUntilLive(page);
  const asked = await call('ask_human', {
    question: 'The note says eight, the brief says seven. Which one? <b>See https://evil.example</b>',
    choices: ['Seven', 'Eight'],
    default: 'Eight',
    timeout_s: 300,
  });
  const question_id = asked.structuredContent?.['question_id'];
  const card = page.getByRole('region', { name: 'scout asks' });
  await card.waitFor();
  // The program's words are text: no bold, no link.
  expect(await card.locator('b, a[href*="evil"]').count()).toBe(0);
  await page.getByRole('link', { name: /Questions.*1 open question/ }).waitFor();
  // Beside the picture, never on it.
  const [box, picture] = [await card.boundingBox(), await page.getByRole('application').boundingBox()];
  if (box === null || picture === null) throw new Error('the card or the picture is not on the page');
  expect(box.x >= picture.x + picture.width || box.y >= picture.y + picture.height).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);

  const waiting = call('ask_human', { question_id });
  await card.getByRole('button', { name: 'Take control' }).click();
  await card.getByRole('button', { name: 'Take control' }).waitFor({ state: 'hidden' });
  await card.getByLabel('Or in your own words').fill('The venue moved it.');
  await card.getByRole('button', { name: 'Seven' }).click();
  expect((await waiting).structuredContent).toMatchObject({
    state: 'answered',
    choice: 'Seven',
    text: 'The venue moved it.',
  });
  await card.waitFor({ state: 'hidden' });

  const refused = await call('press', { key: 'back' });
  expect(refused).toMatchObject({ isError: true });
  expect(textOf(refused)).toContain('A person has the phone');
  await page.getByRole('application').click();
  await page.keyboard.type(' Seven.');
  await vi.waitFor(async () => expect(textOf(await call('screen_read'))).toContain('Seven.'), patience);
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText('The phone is free for others now.').waitFor();
  // The first action after somebody else had the phone isn't done blindly: the agent is told what changed.
  await vi.waitFor(
    async () => expect(textOf(await call('press', { key: 'home' }))).toContain('seat_returned'),
    patience,
  );
  expect(await call('press', { key: 'home' })).toMatchObject({ isError: false });
});

it('the buttons beside the picture take the phone, give it back and cut an agent off', async () => {
  await pressAgain();
  await page.getByRole('status').getByText('The key scout has the phone').waitFor();
  await page.getByRole('button', { name: 'Take it here' }).click();
  await page.getByRole('status').getByText('You have the phone').waitFor();
  expect(await press()).toContain('A person has the phone');
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByRole('status').getByText('The phone is free').waitFor();
  await pressAgain();
  await page.getByRole('status').getByText('The key scout has the phone').waitFor();

  await page.getByRole('button', { name: 'Cut off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cut scout off?' });
  await dialog.getByText('Revoke the key to keep it out.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await press()).toMatch(/^Done/);
  await page.getByRole('button', { name: 'Cut off' }).click();
  await dialog.getByRole('button', { name: 'Cut off' }).click();
  await page.getByText('scout is cut off. You have the phone.').waitFor();
  expect(await press()).toContain('A person has the phone');
  await post(`/devices/${phone.id}/seat/give`);
  await pressAgain();
});

it('a recording of an agent and a person has all that they did, and not the stored secret that was typed', async () => {
  const { id: secretId } = await post('/secrets', { name: 'Bank', value: secret, apps: [signin] });
  const { id } = await post(`/devices/${phone.id}/recordings`, { name: 'Two hands' });
  try {
    const read = async () =>
      (await (await get(`/recordings/${id}`)).json()) as { chunks: { has_key: boolean }[]; state: string };
    await call('app', { do: 'clear', app: signin });
    await call('app', { do: 'open', app: signin });
    const form = textOf(await call('wait_for', { app: signin, idle: true }));
    const [user, password] = [...form.matchAll(/(n\d+) field/g)].map(([, ref]) => ref);
    expect(await call('type_text', { ref: user, text: 'scout@example.com' })).toMatchObject({
      isError: false,
    });
    const asked = await call('ask_human', {
      question: 'Sign in for me, please.',
      choices: ['Done'],
      timeout_s: 300,
    });
    const question_id = asked.structuredContent?.['question_id'];

    // On a busy machine the picture may be away for a while: then control can't be taken.
    await waitUntilLive(page);
    const card = page.getByRole('region', { name: 'scout asks' });
    await card.getByRole('button', { name: 'Take control' }).click();
    await page.getByRole('status').getByText('You have the phone').waitFor();
    // The person chooses the field, and types the stored secret beside the picture without seeing it.
    const chosen = await post(`/devices/${phone.id}/actions`, { action: 'tap', ref: password });
    expect(chosen).toMatchObject({ done: true });
    await tool('Clipboard').click();
    const stored = page.getByRole('region', { name: 'Stored secrets' });
    await stored.getByRole('button', { name: 'Type the secret Bank' }).click();
    await stored.getByRole('status').getByText('Typed', { exact: false }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await tool('Steps').click();
    const steps = page.getByRole('list', { name: 'The steps' });
    for (const step of [/Typed 17 characters/, /Took the phone from scout/, /Typed the secret Bank/])
      await steps.getByText(step).last().waitFor();
    await steps.getByText('scout · waits for an answer').waitFor();
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await card.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Give back' }).click();
    expect((await call('ask_human', { question_id })).structuredContent).toMatchObject({ state: 'answered' });
    await pressAgain();
    await vi.waitFor(
      async () => expect((await read()).chunks.some(({ has_key }) => has_key)).toBe(true),
      patience,
    );
    await post(`/recordings/${id}/stop`);
    await vi.waitFor(async () => expect((await read()).state).toBe('ready'), patience);

    const json = await (await get(`/recordings/${id}/export?format=json`)).text();
    expect(json).not.toContain(secret);
    expect(json).not.toContain('Sign in for me');
    const { events } = JSON.parse(json) as { events: object[] };
    const scout = { kind: 'key', name: 'scout' };
    for (const event of [
      { type: 'action', action: 'type', who: scout, is_secret: false, length: 17 },
      { type: 'question', who: scout, state: 'answered', answered_by: 'demo' },
      { type: 'control', who: { kind: 'person', name: 'demo' }, change: 'taken', from: 'scout' },
      {
        type: 'action',
        action: 'type',
        who: { kind: 'person', name: 'demo' },
        is_secret: true,
        detail: 'Bank',
      },
      { type: 'gap', why: 'secret', detail: 'Bank' },
      { type: 'control', who: { kind: 'person', name: 'demo' }, change: 'given_back' },
      { type: 'action', action: 'press', who: scout, done: true },
    ])
      expect(events).toContainEqual(expect.objectContaining(matching(event)));

    // In the exported video a plain picture stands in the place of the gap, and a picture of the phone before it.
    const [inGap, before] = await coloursAroundGap(page, { site: site(), token, id: String(id), events });
    expect(inGap).toBe(1);
    expect(before).toBeGreaterThan(8);

    await page.goto(`${site()}/recordings/${id}`);
    const list = page.getByRole('region', { name: 'Actions' });
    for (const name of [
      /Asked a question.*answered by demo/s,
      /Took the phone from scout/,
      /Typed the secret Bank/,
      /Gave the phone back/,
    ])
      await list.getByRole('button', { name }).first().waitFor({ timeout: patience.timeout });
    await page.getByRole('region', { name: 'Timeline' }).getByText('Questions', { exact: true }).waitFor();
    // The strip of small pictures is drawn.
    await vi.waitFor(async () => expect(await stripColours(page)).toBeGreaterThan(8), patience);
    await list.getByRole('button', { name: /The secret Bank was typed here/ }).click();
    await page
      .getByRole('region', { name: 'The phone’s picture' })
      .getByText('The secret Bank was typed here')
      .waitFor();
    await page
      .getByRole('region', { name: /^Screen at / })
      .getByText('Neither the picture nor the screen was recorded.')
      .waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 900 });
    // A narrow window is laid out a moment after it has got its size.
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
    await vi.waitFor(async () => expect(await widthOf()).toBe(390), patience);
    await lookAtPlayer();
  } finally {
    await post(`/recordings/${id}/stop`);
    await fetch(`${site()}/api/secrets/${secretId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
  }
});

/** `toContainEqual` compares inner objects whole. */
const matching = (event: object) =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? expect.objectContaining(value) : value,
    ]),
  );

const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });

async function lookAtPlayer(): Promise<void> {
  if (pictures === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.screenshot({ path: `${pictures}/two-hands-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}
