import { type ActivityKind, type ActivityRow, activityKindNames, activityKinds } from '@pocketfleet/contract';
import { describe, expect, it } from 'vitest';
import * as texts from '#language/activity';
import { daysOf, linesOf, parseFilters, queryOf, sentenceOf } from './activity-view.ts';

let ids = 1_000;
function row(kind: ActivityKind, more: object = {}): ActivityRow {
  ids -= 1;
  return {
    id: ids,
    at: '2030-01-31T12:00:00.000Z',
    kind,
    who: { kind: 'person', id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', name: 'ada' },
    phone: { id: '8c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', tag: 'PF-007' },
    address: null,
    details: {},
    ...more,
  } as ActivityRow;
}
const say = (kind: ActivityKind, details: object) =>
  sentenceOf({ row: row(kind, { details }), phones: ['PF-007'] });

describe('a sentence', () => {
  it.each([
    ['guest.given_control', { name: 'Bob' }, 'let the guest Bob control'],
    ['phone.opened', { length_s: 240 }, 'opened PF-007 for 4 min'],
    ['phone.opened', {}, 'opened PF-007'],
    [
      'screen.used',
      { length_s: 60, reads: 1, actions: 3 },
      'used the screen of PF-007 by calls for 1 min: 1 reading, 3 actions',
    ],
    ['file.pushed', { name: '/sdcard/a.txt', size: 1_200 }, 'put /sdcard/a.txt (1.2 KB) on PF-007'],
    [
      'order.paid',
      { number: 'PF-1', phone_count: 2, amount: 1_050, currency: 'usd', is_extension: false },
      'rented 2 phones for $10.50 (PF-1)',
    ],
    [
      'member.changed',
      { name: 'bob', role: { from: 'user', to: 'admin' }, phones: 2 },
      'changed bob: role from user to admin, phones to 2 phones',
    ],
    ['screen.watched', {}, 'began to follow the screen of PF-007 as text'],
    ['screen.watched', { length_s: 60 }, 'followed the screen of PF-007 as text for 1 min'],
    ['secret.typed', { name: 'Bank' }, 'typed the secret “Bank” on PF-007'],
    ['workspace.second_factor_rule', { is_required: true }, 'now requires a second factor of every member'],
    [
      'workspace.second_factor_rule',
      { is_required: false },
      'no longer requires a second factor of the members',
    ],
    [
      'ticket.refused',
      { purpose: 'shell', why: 'not_allowed' },
      'couldn’t open a shell on PF-007: the right to it was gone by then',
    ],
    [
      'socket.refused',
      { what: 'events', why: 'session_ended' },
      'couldn’t listen to what changes here: the access had ended by then',
    ],
    ['phone.cut_off', { name: 'Bob' }, 'cut Bob off from PF-007'],
    ['key.refused', { why: 'network' }, 'was refused: it isn’t for that network'],
    ['rental.ended', { reason: 'handed_back' }, 'ended the rental of PF-007: it was returned'],
    [
      'webhook.switched_off',
      { host: 'example.com', reason: 'by_hand' },
      'switched off the webhook to example.com',
    ],
  ] as const)('of %s with %j', (kind, details, sentence) => {
    expect(say(kind, details)).toBe(sentence);
  });

  it('is there for each kind', () => {
    expect(Object.keys(texts.sentences).sort()).toEqual(Object.keys(activityKinds).sort());
  });
});

describe('who', () => {
  it.each([
    [{ kind: 'person', name: 'ada' }, true, 'You'],
    [{ kind: 'person', name: 'ada' }, false, 'ada'],
    [{ kind: 'operator', name: '' }, false, 'The Pocketfleet team'],
    [{ kind: 'system', name: '' }, false, 'Pocketfleet'],
  ] as const)('is called by %j', (who, isOwn, name) => {
    expect(texts.whoNames({ ...who, id: null }, isOwn)).toBe(name);
  });
});

describe('lines', () => {
  const phone = (tag: string) => ({ phone: { id: `id of ${tag}`, tag } });

  it('join phones that somebody opened together, and nothing else', () => {
    const lines = linesOf([
      row('phone.watched', phone('PF-003')),
      row('phone.watched', phone('PF-002')),
      row('phone.watched', { ...phone('PF-001'), who: { kind: 'person', id: 'other', name: 'bob' } }),
      row('phone.shell', phone('PF-001')),
      row('phone.shell', phone('PF-002')),
      row('phone.watched', { ...phone('PF-002'), at: '2030-01-31T11:58:00.000Z' }),
    ]);
    expect(lines.map(({ phones }) => phones)).toEqual([
      ['PF-002', 'PF-003'],
      ['PF-001'],
      ['PF-001'],
      ['PF-002'],
      ['PF-002'],
    ]);
    expect(lines.map(sentenceOf)[0]).toBe('began to watch PF-002 and PF-003');
  });

  it('are grouped by the days of the browser', () => {
    const now = new Date(2030, 0, 31, 12).getTime();
    const at = (day: number) => new Date(2030, 0, day, 9).toISOString();
    const days = daysOf(
      linesOf([
        row('member.left', { at: at(31) }),
        row('member.left', { at: at(30) }),
        row('member.left', { at: at(2) }),
      ]),
      now,
    );
    expect(days.map(({ title }) => title)).toEqual(['Today', 'Yesterday', 'Jan 2, 2030']);
  });
});

describe('filters', () => {
  const id = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11';

  it('of the address become the query of the call', () => {
    const filters = parseFilters(
      new URLSearchParams(`who=key:${id}&what=files&from=2030-01-30&to=2030-01-31`),
    );
    expect(queryOf(filters)).toEqual({
      key: id,
      kind: 'file.pushed,file.pulled,file.deleted,app.installed,app.removed,app.cleared',
      from: new Date(2030, 0, 30).toISOString(),
      to: new Date(2030, 1, 1).toISOString(),
    });
    expect(queryOf(parseFilters(new URLSearchParams(`who=person:${id}`)))).toEqual({ person: id });
  });

  it('that can’t be are absent', () => {
    const filters = parseFilters(new URLSearchParams('who=nobody&what=x&phone=1&from=yesterday'));
    expect(queryOf(filters)).toEqual({});
  });

  it('have each kind in one group', () => {
    const kinds = Object.keys(texts.groups).flatMap(
      (what) => queryOf(parseFilters(new URLSearchParams({ what })))['kind']?.split(',') ?? [],
    );
    expect(kinds.sort()).toEqual([...activityKindNames].sort());
  });
});
