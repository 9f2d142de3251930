import type { Device } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { whyRefused } from './why-refused.ts';

const id = '7f1d5a7e-0a51-4b54-9d0c-0d7f0d3f7a01';
const mine = {
  id,
  tag: 'PF-001',
  assignment_state: 'active',
  connection_state: 'online',
  starts_at: '2026-11-26T14:00:00Z',
  stream_mappings: [{ starts_at: '2026-11-26T14:00:00Z', expires_at: '2026-12-07T15:30:00Z' }],
  replaces: null,
} as unknown as Device;
const why = (phone: string | undefined, devices: readonly Device[], isUnauthorized = false) =>
  whyRefused(phone, { devices: [...devices], isUnauthorized });

it.each([
  ['opens after the session has ended', id, [], true, /session has ended/],
  ['names no phone', undefined, [mine], false, /no phone in this address/],
  ['names a stranger’s phone', 'other', [mine], false, /None of your phones has this ID/],
  [
    'names a phone that starts later',
    id,
    [{ ...mine, assignment_state: 'scheduled' }],
    false,
    /^PF-001 is yours from Nov 26/,
  ],
  [
    'names a phone that is offline',
    id,
    [{ ...mine, connection_state: 'offline' }],
    false,
    /^PF-001 is yours, but offline/,
  ],
  ['names a phone that can be opened', id, [mine], false, /^PF-001 is yours and online/],
] as const)('a customer whose address %s is told so', (_, phone, devices, isUnauthorized, sentence) => {
  expect(why(phone, devices as readonly Device[], isUnauthorized).sentence).toMatch(sentence);
});

it('a phone that was returned is named with the end of its rental, and leads to the history', () => {
  const rental = {
    device_id: id,
    tag: 'PF-001',
    state: 'ended',
    expires_at: '2026-12-07T15:30:00Z',
  } as const;
  const again = { ...rental, expires_at: '2026-12-01T15:30:00Z' };
  const refusal = whyRefused(id, { devices: [], isUnauthorized: false }, [rental, again]);
  expect(refusal.sentence).toMatch(/^Your rental of PF-001 ended on Dec 7, /);
  expect(refusal.isInHistory).toBe(true);
  const other = whyRefused('other', { devices: [], isUnauthorized: false }, [rental]);
  expect(other.sentence).toMatch(/None of your phones has this ID/);
});

it('a phone that was replaced leads to the one that took its place', () => {
  const successor = {
    ...mine,
    id: 'new',
    tag: 'PF-007',
    replaces: { device_id: id, tag: 'PF-001', at: mine.starts_at, because: null, note: null },
  };
  const { sentence, successor: found } = why(id, [successor]);
  expect(sentence).toMatch(/^PF-001 was replaced\. PF-007 replaces it until Dec 7/);
  expect(found?.id).toBe('new');
});
