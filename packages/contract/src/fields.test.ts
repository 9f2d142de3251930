import { expect, it } from 'vitest';
import { z } from 'zod';
import { knownItemsOf, knownOf, knownWord } from './fields.ts';
import { routes } from './routes.ts';
import { screenReply } from './screen-channel.ts';

it('a list that later versions may lengthen is read without the words that this version doesn’t know', () => {
  const colours = knownOf(['red', 'green']);
  expect(colours.parse(['red', 'infrared', 'green'])).toEqual(['red', 'green']);
  expect(colours.parse(['infrared'])).toEqual([]);
  expect(colours.safeParse('red').success).toBe(false);
  expect(colours.safeParse([1]).success).toBe(false);
});

it('webhooks that hear later events are read', () => {
  const webhook = {
    id: '7d3a2f0e-3c56-4b5e-9d55-0f3a1b9f6a11',
    url: 'https://example.com/hook',
    events: ['order.paid', 'run.finished'],
    state: 'on',
    failing_since: null,
    old_secret_ends_at: null,
    made_by: { user_id: '7d3a2f0e-3c56-4b5e-9d55-0f3a1b9f6a12', username: 'nora' },
    created_at: '2026-11-25T10:00:00Z',
  };
  const read = routes.listWebhooks.response.parse({ webhooks: [webhook] });
  expect(read.webhooks[0]?.events).toEqual(['order.paid']);
});

it('things of kinds that this version doesn’t know are left out, and broken things are refused', () => {
  const shapes = knownItemsOf(z.object({ type: z.literal('circle'), radius: z.int() }), 'type', ['circle']);
  const circle = { type: 'circle', radius: 1 };
  expect(shapes.parse([{ type: 'torus', radii: [1, 2] }, circle])).toEqual([circle]);
  expect(shapes.safeParse([{ type: 'circle' }]).success).toBe(false);
  expect(shapes.safeParse([null]).success).toBe(false);
  expect(shapes.safeParse('circle').success).toBe(false);
});

it('activity and recordings with later kinds are read', () => {
  const row = {
    id: 1,
    at: '2026-11-25T10:00:00Z',
    kind: 'key.made',
    who: { kind: 'system', id: null, name: '' },
    phone: null,
    address: null,
    details: {},
  };
  const later = { ...row, id: 2, kind: 'macro.run' };
  const page = routes.listActivity.response.parse({ rows: [later, row], next_cursor: null });
  expect(page.rows.map(({ id }) => id)).toEqual([1]);
  const gap = { type: 'gap', at_ms: 1, until_ms: 2, why: 'phone_away', detail: '' };
  const read = routes.listRecordedEvents.response.parse({
    untrusted: true,
    events: [{ type: 'rotation', at_ms: 1 }, gap],
    next: null,
  });
  expect(read.events).toEqual([gap]);
});

it('a word that this version doesn’t know is read as another, and the document names the known ones', () => {
  const colour = knownWord(['red', 'green'], 'red');
  expect(['green', 'infrared'].map((word) => colour.parse(word))).toEqual(['green', 'red']);
  expect(colour.safeParse(1).success).toBe(false);
  expect(z.toJSONSchema(colour)).toMatchObject({ enum: ['red', 'green'] });
});

it('a host’s reply about a screen is read with later reasons, roles, states and steps', () => {
  const rect = { x: 0, y: 0, width: 1, height: 1 };
  const names = { label: '', value: null, hint: null, rect, depth: 0 };
  const node = { ref: 'n1', role: 'map', states: ['glowing', 'focused'], ...names };
  const action = {
    at_ms: 0,
    who: null,
    by: 'call',
    target: null,
    detail: '',
    length: null,
    is_secret: false,
  };
  const step = { type: 'action', ...action, action: 'tap', done: true, why: null };
  const result = { untrusted: true, done: false, why: 'asleep', detail: 'It sleeps.', confirmed: 'in_part' };
  const read = screenReply.parse({
    id: '1',
    result: { ...result, settled: null, changed: [], text: '', nodes: [node] },
    steps: [
      { age_ms: 1, action: { ...step, action: 'shake' } },
      { age_ms: 2, action: step },
    ],
  });
  expect(read.result).toMatchObject({
    why: 'failed',
    detail: 'It sleeps.',
    confirmed: 'unconfirmed',
    nodes: [{ role: 'group', states: ['focused'] }],
  });
  expect(read.steps?.map(({ age_ms }) => age_ms)).toEqual([2]);
});

it.each([
  ['createWorkspace', 'name'],
  ['makeKey', 'name'],
  ['namePhone', 'label'],
  ['createShareLink', 'name'],
  ['joinShareLink', 'name'],
  ['startRecording', 'name'],
  ['answerQuestion', 'text'],
] as const)('half a surrogate pair, which no jsonb takes, is refused by %s in its %s', (route, field) => {
  const refused = (value: string) =>
    routes[route].body.safeParse({ [field]: value }).error?.issues.filter(({ path }) => path[0] === field) ??
    [];
  expect(refused('half \ud800')).not.toEqual([]);
  expect(refused('whole \ud83d\ude00')).toEqual([]);
});
