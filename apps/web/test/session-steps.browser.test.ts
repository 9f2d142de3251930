// Beside the picture: the last steps on the phone as they are done, and stored secrets that are typed without being seen.
import type { RecordedEvent, TypedSecret } from '@pocketfleet/contract';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareSessionPage } from './open-session-page.ts';
import { personalOf, sampleUser } from './sample-fleet.ts';

const site = prepareSessionPage();
const { openLive, tool } = site;
const user = { ...sampleUser, id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11' };
const scout = { kind: 'key', id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001', name: 'Scout' } as const;
const marta = { kind: 'person', id: user.id, name: 'marta' } as const;
const typed: RecordedEvent = {
  type: 'action',
  at_ms: 61_000,
  who: scout,
  by: 'call',
  action: 'type',
  target: { ref: 'n7', role: 'field', label: 'Note', rect: null },
  detail: '',
  length: 20,
  is_secret: false,
  done: true,
  why: null,
  confirmed: 'confirmed',
};
const question: RecordedEvent = {
  type: 'question',
  at_ms: 63_000,
  who: scout,
  state: 'open',
  asked_before_ms: 0,
  until_ms: null,
  answered_by: '',
};
const sample: TypedSecret = {
  id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0009',
  name: 'daylight-password',
  apps: ['com.example.daylight'],
  is_for_any_field: false,
  phones: 'all',
  principals: 'all',
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
};
let events: RecordedEvent[];
let secrets: TypedSecret[];
let actions: unknown[];
/** Of the next actions. */
let lostAnswers = 0;
let outcome: object;

beforeEach(() => {
  events = [typed];
  secrets = [sample];
  actions = [];
  lostAnswers = 0;
  outcome = { done: true, why: null, confirmed: 'confirmed' };
});

async function prepare(page: Page): Promise<void> {
  const me = { ...user, workspaces: [personalOf(user)] };
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: me }));
  await page.route('**/api/devices/*/steps', (route) =>
    route.fulfill({ json: { untrusted: true, from: '2026-11-25T10:00:00.000Z', events } }),
  );
  await page.route('**/api/secrets', (route) => route.fulfill({ json: { secrets } }));
  await page.route('**/api/devices/*/actions', (route) => {
    actions.push(route.request().postDataJSON());
    if (lostAnswers > 0) {
      lostAnswers -= 1;
      return route.abort();
    }
    const rest = { untrusted: true, detail: '', settled: true, changed: [], text: '', nodes: [] };
    return route.fulfill({ json: { ...rest, ...outcome } });
  });
}

it('steps come as they are done, with who did them, what came of it, and the question that waits', async () => {
  const page = await openLive({ prepare });
  await tool(page, 'Steps').click();
  const list = page.getByRole('list', { name: 'The steps' });
  await list.getByText('Typed 20 characters into Note').waitFor();
  await list.getByText('Scout · confirmed').waitFor();
  events = [
    typed,
    { ...typed, at_ms: 62_000, who: marta, is_secret: true, length: null, detail: 'Bank', confirmed: null },
    { type: 'control', at_ms: 62_500, who: marta, change: 'taken', from: 'Scout' },
    question,
  ];
  await list.getByText('Scout · waits for an answer').waitFor();
  await list.getByText('Typed the secret Bank into Note').waitFor();
  await list.getByText('marta · hidden everywhere').waitFor();
  await list.getByText('Took the phone from Scout').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(4);
  await page.getByLabel('Whose steps').selectOption('marta');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  expect(await findFaults(page)).toEqual([]);
});

it('a list that somebody reads stays where it is, and one at its end follows', async () => {
  events = Array.from({ length: 60 }, (_, n) => ({ ...typed, at_ms: n * 1_000 }));
  const page = await openLive({ prepare });
  await tool(page, 'Steps').click();
  const list = page.getByRole('list', { name: 'The steps' });
  const left = () => list.evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight);
  await expect.poll(left).toBeLessThan(2);
  await list.evaluate((each) => each.scrollTo(0, 0));
  events = [...events, { ...typed, at_ms: 61_000, length: 77 }];
  await list.getByText('Typed 77 characters').waitFor({ state: 'attached' });
  expect(await list.evaluate((each) => each.scrollTop)).toBe(0);
  await list.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  events = [...events, { ...typed, at_ms: 62_000, length: 88 }];
  await list.getByText('Typed 88 characters').waitFor({ state: 'attached' });
  await expect.poll(left).toBeLessThan(2);
});

it('a stored secret is typed by its name, and a refusal is told', async () => {
  secrets = [
    sample,
    { ...sample, id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0010', name: 'for-others', principals: [scout.id] },
    { ...sample, id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0011', name: 'for-another-phone', phones: [scout.id] },
  ];
  const page = await openLive({ prepare });
  await tool(page, 'Clipboard').click();
  const section = page.getByRole('region', { name: 'Stored secrets' });
  await section.getByText('daylight-password', { exact: true }).waitFor();
  expect(await section.getByRole('button').count()).toBe(1);
  await section.getByRole('button', { name: 'Type the secret daylight-password' }).click();
  await section.getByRole('status').getByText(/./).waitFor();
  const action_id = expect.any(String);
  expect(actions).toEqual([{ action: 'type', secret: 'daylight-password', replace: false, action_id }]);
  const first = await section.getByRole('status').textContent();
  outcome = { done: false, why: 'not_a_field', confirmed: null };
  await section.getByRole('button', { name: 'Type the secret daylight-password' }).click();
  await expect.poll(() => section.getByRole('status').textContent()).not.toBe(first);
  expect(await findFaults(page)).toEqual([]);
});

it('an action without an answer is asked for again under its name, and each press has its own', async () => {
  secrets = [sample];
  const page = await openLive({ prepare });
  await tool(page, 'Clipboard').click();
  const section = page.getByRole('region', { name: 'Stored secrets' });
  const press = () => section.getByRole('button', { name: 'Type the secret daylight-password' }).click();
  lostAnswers = 1;
  await press();
  await expect.poll(() => actions.length).toBe(2);
  await section.getByRole('status').getByText(/./).waitFor();
  await press();
  await expect.poll(() => actions.length).toBe(3);
  const [first, again, second] = actions as { action_id: string }[];
  expect(again).toEqual(first);
  expect(second?.action_id).not.toBe(first?.action_id);
});

it('a person without secrets for this phone is led to the page that stores them', async () => {
  secrets = [];
  const page = await openLive({ prepare });
  await tool(page, 'Clipboard').click();
  const link = page.getByRole('region', { name: 'Stored secrets' }).getByRole('link', { name: 'Store one' });
  expect(await link.getAttribute('href')).toContain('/programs/keys?show=secrets');
});
