import { expect, it } from 'vitest';
import { changesOf, profileFields } from './profile-changes.ts';

const profile = {
  id: '7f1c9d0e-32a4-4a39-8a53-0d4dfc0a3f10',
  username: 'marta',
  first_name: 'Marta',
  last_name: 'Ruiz',
  email: 'marta@example.com',
  created_at: '2026-01-01T00:00:00Z',
  pending_email: null,
};
const typed = profileFields(profile);

it('finds no change where nothing differs but blanks', () => {
  expect(changesOf(profile, { ...typed, first_name: ' Marta ' })).toEqual({});
});

it('sends only what differs', () => {
  expect(changesOf(profile, { ...typed, last_name: 'Ruiz Vega' })).toEqual({ last_name: 'Ruiz Vega' });
});

it('goes back to the present address while a new one waits', () => {
  const waiting = { ...profile, pending_email: 'new@example.com' };
  expect(profileFields(waiting).email).toBe('new@example.com');
  expect(changesOf(waiting, typed)).toEqual({ email: 'marta@example.com' });
});
