import type { Member } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { filterMembers, parseMembersView, writeMembersView } from './members-view.ts';

const member = (first_name: string, part: Partial<Member>): Member => ({
  user_id: first_name,
  username: first_name.toLowerCase(),
  first_name,
  last_name: 'Ruiz',
  email: `${first_name.toLowerCase()}@example.com`,
  role: 'user',
  phones: 'all',
  monthly_limit_cents: null,
  joined_at: '2026-03-02T10:00:00Z',
  last_active_at: null,
  ...part,
});
const members = [
  member('Marta', { role: 'owner', username: 'boss' }),
  member('Ben', { phones: ['phone-1'] }),
  member('Tara', { role: 'viewer', last_name: 'Singh' }),
];
const tagOf = (id: string) => (id === 'phone-1' ? 'PF-009' : undefined);

it.each([
  ['', ['Marta', 'Ben', 'Tara']],
  ['q=ruiz', ['Marta', 'Ben']],
  ['q=ruiz+BEN', ['Ben']],
  ['q=boss', ['Marta']],
  ['q=tara@', ['Tara']],
  ['q=pf-009', ['Ben']],
  ['role=viewer', ['Tara']],
  ['role=viewer&q=ben', []],
  ['role=king', ['Marta', 'Ben', 'Tara']],
])('the address %j shows %j', (query, names) => {
  const view = parseMembersView(new URLSearchParams(query));
  expect(filterMembers(members, view, tagOf).map(({ first_name }) => first_name)).toEqual(names);
});

it('writes what is chosen, leaves out what is empty, and keeps the rest of the address', () => {
  const query = new URLSearchParams('team=4711&q=ben');
  expect(writeMembersView(query, { role: 'admin' }).toString()).toBe('team=4711&q=ben&role=admin');
  expect(writeMembersView(query, { search: '' }).toString()).toBe('team=4711');
});
