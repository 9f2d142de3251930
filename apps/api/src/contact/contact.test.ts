import { brand } from '@pocketfleet/rules';
import { expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
import { inTransaction } from '../platform/database.ts';
import { grantPriority, listOpenMessages } from './contact.ts';

const site = useTestApp();
let sent = 0;

const write = (change: object = {}, address?: string) => {
  sent += 1;
  const payload = {
    name: 'Jordan Hale',
    email: `jordan.${sent}@brightside.example`,
    message: 'Thirty accounts, five phones, next week?',
    ...change,
  };
  return site.call('POST', '/api/contact', { payload, address: address ?? `10.1.${sent}.1` });
};
const mailsTo = (to: string) => site.outbox.filter((mail) => mail.to === to);
const listed = async (email: string) =>
  (await listOpenMessages(site.db)).find((message) => message.email === email);

test('a message is stored, mailed to our team, and acknowledged', async () => {
  const answer = await write({ email: 'ada@example.com', message: 'First line.\n<b>Second</b> line.' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: "Message sent successfully! We'll contact you soon." },
  });
  await site.runJobs();
  expect(await listed('ada@example.com')).toMatchObject({
    name: 'Jordan Hale',
    message: 'First line.\n<b>Second</b> line.',
    is_priority: false,
    is_suspect: false,
  });
  const forTeam = mailsTo(brand.salesEmail).at(-1);
  expect(forTeam?.subject).toBe('Contact message from Jordan Hale');
  expect(forTeam?.text).toContain('<b>Second</b> line.');
  expect(forTeam?.html).not.toContain('<b>');
  // Our team answers the sender with "Reply"; the sender's answer reaches our team.
  expect(forTeam?.replyTo).toBe('ada@example.com');
  expect(mailsTo('ada@example.com').map(({ replyTo }) => replyTo)).toEqual([brand.salesEmail]);
});

test('the 256 networks of one subscriber may send five messages in ten minutes', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await write({}, `2001:db8:78:1${turn}0::9`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await write({}, '2001:db8:78:200::9')).status).toBe(200);
});

test('an acknowledgement repeats nothing of what was written', async () => {
  await write({ email: 'victim@example.com', name: 'Buy now', message: 'Cheap watches at shop.example' });
  await site.runJobs();
  const [mail] = mailsTo('victim@example.com');
  expect(mail?.text).toContain('within 24 hours');
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Buy now|watches|shop\.example/);
});

test.each([
  [{ name: 'J' }, 'Name must be at least 2 characters'],
  [{ name: ' J \n' }, 'Name must be at least 2 characters'],
  [{ name: 'J'.repeat(101) }, 'Name too long'],
  [{ email: 'nobody' }, 'Invalid email address'],
  [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'Invalid email address'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'Email too long'],
  [{ message: 'Too short' }, 'Message must be at least 10 characters'],
  [{ message: 'x'.repeat(1001) }, 'Message too long'],
  [{ name: undefined }, 'Name must be at least 2 characters'],
])('%j is refused with the sentence for it', async (change, sentence) => {
  expect(await write(change)).toMatchObject({ status: 400, body: { detail: sentence } });
});

test('a line break in a name reaches no mail header', async () => {
  await write({ name: 'Eve\r\nBcc: all@example.com' });
  await site.runJobs();
  expect(mailsTo(brand.salesEmail).at(-1)?.subject).toBe('Contact message from Eve Bcc: all@example.com');
});

test('a message that fills in the trap field is listed last, and nobody gets a mail', async () => {
  const email = `robot.${sent}@example.com`;
  const before = site.outbox.length;
  expect((await write({ website: 'https://spam.example', email })).status).toBe(200);
  await site.runJobs();
  expect(site.outbox).toHaveLength(before);
  expect((await listOpenMessages(site.db)).at(-1)).toMatchObject({ email, is_suspect: true });
});

test('a message that was filled in too quickly is mailed to our team, but not acknowledged', async () => {
  const email = `quick.${sent}@example.com`;
  const before = site.outbox.length;
  expect((await write({ filled_in_ms: 40, email })).status).toBe(200);
  await site.runJobs();
  expect(site.outbox.slice(before).map(({ to }) => to)).toEqual([brand.salesEmail]);
  expect((await listOpenMessages(site.db)).at(-1)).toMatchObject({ email, is_suspect: true });
});

test('the sixth message from one network within ten minutes is refused, and accepted later', async () => {
  for (let count = 0; count < 5; count += 1) expect((await write({}, '10.9.9.1')).status).toBe(200);
  const refused = await write({}, '10.9.9.77');
  expect(refused).toMatchObject({
    status: 429,
    body: { detail: 'Too many requests. Please try again in 10 minutes.' },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await site.advance('11 minutes');
  expect((await write({}, '10.9.9.1')).status).toBe(200);
});

test('one address gets at most five acknowledgements an hour, from any network', async () => {
  for (let count = 0; count < 5; count += 1)
    expect((await write({ email: 'often@example.com' })).status).toBe(200);
  expect((await write({ email: 'Often@example.com' })).status).toBe(429);
});

test('messages of monthly customers come first while their rental runs', async () => {
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await inTransaction(site.db, (tx) => grantPriority(tx, { email: 'Monthly@example.com', until }));
  await write({ email: 'monthly@example.com' });
  await site.runJobs();
  expect((await listOpenMessages(site.db))[0]).toMatchObject({
    email: 'monthly@example.com',
    is_priority: true,
  });
  expect(mailsTo(brand.salesEmail).at(-1)?.subject).toMatch(/^\[Priority\] /);
  await site.advance('31 days');
  await write({ email: 'monthly@example.com', name: 'Later' });
  const later = (await listOpenMessages(site.db)).find((message) => message.name === 'Later');
  expect(later?.is_priority).toBe(false);
});
