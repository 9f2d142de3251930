import { expect, test } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { answerPreparations } from '../../test/stand-in-agent.ts';
import { openExtension, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sendRentalMails } from '../orders/rental-mails.ts';
import { sql } from '../platform/database.ts';

const hourMs = 3_600_000;
const { shop, ada } = useTwoRenters(2);

/** Lets so much time pass, hour by hour at most a day at once, and gives the subjects of the mails. */
const subjectsAfter = async (...intervals: string[]): Promise<string[]> => {
  shop.site.outbox.length = 0;
  for (const interval of intervals) {
    await shop.site.advance(interval);
    await settle(shop);
  }
  return shop.site.outbox.map(({ subject }) => subject);
};

test('a rental of two weeks has reminders at 7 days, 72 hours, 24 hours and 1 hour, each once', async () => {
  await rent(shop, ada.token, { phone_count: 2, number_of_periods: 2 });
  expect(await subjectsAfter('167 hours')).toEqual([]);
  expect(await subjectsAfter('2 hours')).toEqual(['Your rental ends in 7 days']);
  expect(await subjectsAfter('95 hours', '1 hour')).toEqual(['Your rental ends in 72 hours']);
  expect(await subjectsAfter('48 hours')).toEqual(['Your rental ends in 24 hours']);
  expect(await subjectsAfter('21 hours', '1 hour 10 minutes')).toEqual(['Your rental ends in 1 hour']);
  expect(shop.site.outbox[0]?.text).toContain('PF-001, PF-002');
  expect(await subjectsAfter('2 hours', '2 hours')).toEqual(['Your rental has ended']);
});

test('a rental of a day has a reminder only at 1 hour, and a missed reminder is not sent after a later one', async () => {
  await rent(shop, ada.token, { period: 'day' });
  expect(await subjectsAfter('1 hour')).toEqual([]);
  expect(await subjectsAfter('22 hours 10 minutes')).toEqual(['Your rental ends in 1 hour']);
  await shop.reset();
  await rent(shop, ada.token);
  expect(await subjectsAfter('150 hours')).toEqual(['Your rental ends in 24 hours']);
});

test('an extension moves the reminders to the new end', async () => {
  const orderId = await rent(shop, ada.token, { period: 'day' });
  expect(await subjectsAfter('23 hours 10 minutes')).toEqual(['Your rental ends in 1 hour']);
  const [phone] = (await readOrder(shop, ada.token, orderId)).phones;
  const day = { period: 'day', number_of_periods: 1 };
  await shop.pay((await openExtension(shop, ada.token, phone?.assignment_id ?? '', day)).secret);
  await settle(shop);
  expect(await subjectsAfter('1 hour')).toEqual(['Your rental ends in 24 hours']);
});

test('the mail that phones are ready is sent once all of an order have opened', async () => {
  shop.site.agents.prepare = false;
  const orderId = await rent(shop, ada.token, { phone_count: 2 });
  const open = async (tag: string) => {
    expect(await answerPreparations(shop.site.app, tag)).toBe(true);
    await settle(shop);
    return (await readOrder(shop, ada.token, orderId)).phones.map((phone) => phone.is_ready);
  };
  expect((await readOrder(shop, ada.token, orderId)).phones).toMatchObject([
    { state: 'active', is_ready: false },
    { state: 'active', is_ready: false },
  ]);
  const mails = () => shop.site.outbox.map(({ subject }) => subject);
  expect(mails()).toEqual([]);
  await shop.site.advance('61 seconds');
  await settle(shop);
  expect(mails()).toEqual([expect.stringContaining('is confirmed')]);
  expect(shop.site.outbox[0]?.text).toContain('We’re setting up your 2 phones');
  expect(await open('PF-001')).toEqual([true, false]);
  expect(mails()).toHaveLength(1);
  expect(await open('PF-002')).toEqual([true, true]);
  expect(mails().slice(1)).toEqual(['Your 2 phones are ready']);
});

test('phones that are ready within a minute are told with the payment, in one mail', async () => {
  await rent(shop, ada.token, { phone_count: 2 });
  await settle(shop);
  expect(shop.site.outbox.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Order PF-\S+: your rental is confirmed$/),
  ]);
  const text = shop.site.outbox[0]?.text ?? '';
  for (const part of [
    'Your phones are ready.',
    'Phones: PF-001, PF-002',
    'Price: 2 × $50.00',
    'Total paid: $100.00',
    'Paid with: Visa ending in 4242',
  ])
    expect(text).toContain(part);
  expect(await subjectsAfter('5 minutes')).toEqual([]);
});

test('a phone that takes long to open delays the mail about the others by three minutes at most', async () => {
  shop.site.agents.prepare = false;
  await rent(shop, ada.token, { phone_count: 2 });
  await answerPreparations(shop.site.app, 'PF-001');
  await settle(shop);
  expect(await subjectsAfter('2 minutes')).toEqual([expect.stringContaining('is confirmed')]);
  expect(await subjectsAfter('1 minute')).toEqual(['Your phone is ready']);
});

test('until a phone is open, device list and history show it as scheduled, and it can be handed back', async () => {
  shop.site.agents.prepare = false;
  await rent(shop, ada.token);
  const seen = async () => {
    const list = await shop.site.call('GET', '/api/phones', { token: ada.token });
    const [phone] = list.body as unknown as Record<string, unknown>[];
    const history = await shop.site.call('GET', '/api/phone-assignments', { token: ada.token });
    return [phone?.['assignment_state'], history.body] as const;
  };
  const [before, historyBefore] = await seen();
  expect(before).toBe('scheduled');
  expect(historyBefore).toMatchObject({
    assignments: [
      {
        state: 'scheduled',
        is_active: false,
        phone_device_serial: null,
        can_extend: true,
        can_hand_back: true,
      },
    ],
    figures: { devices_used: 0, active: 0, completed: 0 },
  });
  await answerPreparations(shop.site.app);
  await shop.site.runJobs();
  const [after, historyAfter] = await seen();
  expect(after).toBe('active');
  expect(historyAfter).toMatchObject({
    assignments: [{ state: 'active', is_active: true, phone_device_serial: 'SERIAL-PF-001' }],
    figures: { devices_used: 1, active: 1, completed: 0 },
  });
});

test('a scheduled rental is confirmed with its start, and a mail is sent when its phones are ready', async () => {
  await rent(shop, ada.token, { phone_count: 2, inMs: 48 * hourMs });
  expect(shop.site.outbox.map(({ text }) => text)).toEqual([expect.stringContaining('will open at')]);
  expect(await subjectsAfter('47 hours')).toEqual([]);
  expect(await subjectsAfter('2 hours')).toEqual(['Your 2 phones are ready']);
});

test('the mails to many customers are queued in few statements, each to the right customer', async () => {
  await sql`insert into users (username, first_name, last_name, email, password_hash, email_verified_at)
    select 'many.' || n, 'Name' || n, 'Many', 'many.' || n || '@example.com', password_hash, app_now()
    from users, generate_series(1, 40) as n where id = ${ada.id}`.execute(shop.site.db);
  await sql`insert into assignments (device_id, user_id, starts_at, expires_at, state, ended_at, end_reason, told)
    select d.id, u.id, app_now() - interval '2 days', app_now() - interval '1 day', 'ended',
           app_now() - interval '1 day', 'due', 'ready'
    from users u, devices d where u.username like 'many.%' and d.tag = 'PF-001'`.execute(shop.site.db);
  const { db, statements } = countStatements(shop.site.db);
  await sendRentalMails({ db, config: shop.site.app.deps.config });
  expect(statements()).toBeLessThan(10);
  await shop.site.runJobs();
  const mails = shop.site.outbox.map(({ to, text }) => `${to} ${/Hello (\w+)/.exec(text)?.[1]}`);
  expect(mails.sort()).toEqual(
    Array.from({ length: 40 }, (_, index) => `many.${index + 1}@example.com Name${index + 1}`).sort(),
  );
});

test('a monthly rental has priority support until its end', async () => {
  await rent(shop, ada.token, { period: 'week' });
  const granted = async () =>
    (
      await sql<{ email: string }>`select email from contact_priorities where until > app_now()`.execute(
        shop.site.db,
      )
    ).rows;
  expect(await granted()).toEqual([]);
  await rent(shop, ada.token, { period: 'month' });
  expect(await granted()).toEqual([{ email: 'ada@example.com' }]);
});
