import { expect, it } from 'vitest';
import { contactMessage } from './contact.ts';

const good = { name: 'Jordan Hale', email: 'jordan@brightside.example', message: 'Five phones, next week?' };

it.each([
  ['name', 'J', 'Name must be at least 2 characters'],
  ['name', ' J ', 'Name must be at least 2 characters'],
  ['name', 'J'.repeat(101), 'Name too long'],
  ['email', 'nobody', 'Invalid email address'],
  ['email', `${'a'.repeat(250)}@b.example`, 'Email too long'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
  ['message', 'x'.repeat(1001), 'Message too long'],
])('%s "%.20s" is refused with "%s"', (field, value, sentence) => {
  const { error } = contactMessage.safeParse({ ...good, [field]: value });
  expect(error?.issues.map(({ path, message }) => [path[0], message])[0]).toEqual([field, sentence]);
});

it.each([
  ['name', 'Jo'],
  ['name', 'J'.repeat(100)],
  ['message', 'Ten chars.'],
  ['message', 'x'.repeat(1000)],
])('%s may be as short or long as "%.20s"', (field, value) => {
  expect(contactMessage.safeParse({ ...good, [field]: value }).success).toBe(true);
});

it('direction marks and invisible characters are removed from a name', () => {
  const name = 'Jor\u200bdan \u202eelaH\u202c \u2066x\u2069';
  expect(contactMessage.parse({ ...good, name }).name).toBe('Jordan elaH x');
  const joined = 'می\u200cخواهم';
  expect(contactMessage.parse({ ...good, name: joined }).name).toBe(joined);
});

it('a line break in a name becomes a blank', () => {
  expect(contactMessage.parse({ ...good, name: 'Jordan\r\nBcc: x' }).name).toBe('Jordan Bcc: x');
});
