import { expect, test } from 'vitest';
import { form } from '../../test/test-app.ts';
import { proveClean } from '../../test/test-devices.ts';
import { auditOf } from '../../test/test-operators.ts';
import { openRental } from '../../test/test-rentals.ts';
import { useTeamAtShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const reason = 'agreed on the telephone';
const { shop, admin, support, customer } = useTeamAtShop(6);

type Row = Record<string, unknown>;

test('a phone is assigned by hand, shown with its tenant, swapped and revoked; revoking twice is refused', async () => {
  const [first, second] = await freePhones();
  const until = inDays(3);
  const assigned = await support.call('POST', `/phones/${first}/assign`, {
    username: 'grace',
    expires_at: until,
    reason,
  });
  expect(assigned.body).toMatchObject({ phone: { tenant: { username: 'grace', expires_at: until } } });
  const phones = await shop.site.call('GET', '/api/phones', { token: customer.token });
  expect(phones.body).toMatchObject([{ id: first }]);

  const swapped = await support.call('POST', `/assignments/${assigned.body['assignment_id']}/swap`, {
    device_id: second,
    customer_note: ' Its battery swells ',
    reason,
  });
  expect(swapped.body).toMatchObject({ phone: { id: second, tenant: { username: 'grace' } } });
  expect((await support.call('GET', `/phones/${first}`)).body).toMatchObject({
    tenant: null,
  });
  await shop.site.runJobs();
  expect(shop.site.outbox.map((mail) => mail.subject)).toContainEqual(
    expect.stringMatching(/^PF-\S+ replaces PF-\S+$/),
  );

  // The customer reads the words that are meant for them, and never those of the audit log.
  const listed = await shop.site.call('GET', '/api/phones', { token: customer.token });
  expect(listed.body).toMatchObject([{ replaces: { because: 'by_team', note: 'Its battery swells' } }]);
  const mail = shop.site.outbox.find(({ subject }) => / replaces PF-/.test(subject));
  expect(mail?.text).toMatch(/Our team exchanged PF-\S+: Its battery swells\. PF-\S+ \(/);
  expect(`${mail?.text} ${JSON.stringify(listed.body)}`).not.toContain(reason);

  const path = `/assignments/${swapped.body['assignment_id']}/revoke`;
  expect((await support.call('POST', path, { reason })).status).toBe(200);
  expect(await support.call('POST', path, { reason })).toMatchObject({
    status: 409,
    body: { code: 'already_done', detail: expect.stringContaining('no such current or future assignment') },
  });
  expect(await auditOf(shop.site.db, 'revoke_assignment')).toMatchObject([
    { operator: 'sue', outcome: 'refused', refusal: expect.stringContaining('already_done') },
    { operator: 'sue', outcome: 'done', reason },
  ]);
  const after = await shop.site.call('GET', '/api/phones', { token: customer.token });
  expect(after.body).toEqual([]);
});

test('the log shows a phone’s tag and a customer’s name', async () => {
  const [first] = await freePhones();
  await support.call('POST', `/phones/${first}/clean`, { reason });
  await admin.call('POST', `/customers/${customer.id}/standing`, { standing: 'good', reason });
  const { body: phone } = await admin.call('GET', `/phones/${first}`);
  const { body } = await admin.call('GET', '/audit-log');
  const named = (body['rows'] as Row[]).map((row) => [
    row['subject'],
    row['subject_id'],
    row['subject_name'],
  ]);
  expect(named).toContainEqual(['phone', first, phone['tag']]);
  expect(named).toContainEqual(['customer', customer.id, 'grace']);
});

test('the log can be searched by part of an operator’s name', async () => {
  const [first] = await freePhones();
  await support.call('POST', `/phones/${first}/clean`, { reason });
  await admin.call('POST', `/customers/${customer.id}/standing`, { standing: 'good', reason });
  const actorsOf = async (text: string) => {
    const { body } = await admin.call('GET', `/audit-log?operator=${text}`);
    const rows = body['rows'] as Row[];
    expect(body['total']).toBe(rows.length);
    return [...new Set(rows.map((row) => row['operator']))];
  };
  expect(await actorsOf('UE')).toEqual(['sue']);
  expect((await actorsOf('')).sort()).toEqual(expect.arrayContaining(['ada', 'sue']));
  expect(await actorsOf('nobody')).toEqual([]);
  expect(await actorsOf('%25')).toEqual([]);
});

test('of two operators who assign one phone concurrently one succeeds, and the other is refused', async () => {
  const [phone] = await freePhones();
  const answers = await Promise.all(
    [admin, support].map((client) =>
      client.call('POST', `/phones/${phone}/assign`, { username: 'grace', expires_at: inDays(1), reason }),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test('a phone is quarantined with its reason, released and cleaned before it is ready', async () => {
  const [phone] = await freePhones();
  const aside = await support.call('POST', `/phones/${phone}/quarantine`, {
    reason: 'the screen is cracked',
  });
  expect(aside.body).toMatchObject({ state: 'quarantined', state_reason: 'the screen is cracked' });
  const released = await support.call('POST', `/phones/${phone}/release`, { reason: 'has a new screen' });
  expect(released.body).toMatchObject({ state: 'cleaning' });
  const queue = await support.call('GET', '/cleanings');
  expect((queue.body['rows'] as Row[])[0]).toMatchObject({
    device_id: phone,
    reason: 'released by our team',
  });
  expect(await support.call('POST', `/phones/${phone}/release`, { reason })).toMatchObject({ status: 409 });
});

test('tag and label change; a tag that another phone has is refused', async () => {
  const [phone] = await freePhones();
  const renamed = await support.call('PATCH', `/phones/${phone}`, {
    tag: 'LAB-1',
    label: 'by the window',
    reason,
  });
  expect(renamed.body).toMatchObject({ tag: 'LAB-1', label: 'by the window' });
  const taken = await support.call('PATCH', `/phones/${phone}`, { tag: 'PF-003', reason });
  expect(taken).toMatchObject({
    status: 409,
    body: { fields: { tag: 'Another phone already has this tag.' } },
  });
  await support.call('PATCH', `/phones/${phone}`, { tag: 'PF-001', label: '', reason });
});

test('there is no thumbnail of a phone with a tenant, or of an offline one', async () => {
  const [phone, other] = await freePhones();
  await support.call('POST', `/phones/${phone}/assign`, { username: 'grace', expires_at: inDays(1), reason });
  await shop.site.runJobs();
  expect(await support.call('GET', `/phones/${phone}/thumbnail`)).toMatchObject({
    status: 409,
    body: { code: 'device_not_ready' },
  });
  await sql`update devices set runner_state = 'absent' where id = ${other}`.execute(shop.site.db);
  expect(await support.call('GET', `/phones/${other}/thumbnail`)).toMatchObject({
    status: 409,
    body: { code: 'device_offline' },
  });
  await sql`update devices set runner_state = 'ready' where id = ${other}`.execute(shop.site.db);
});

test('a restricted customer keeps their phones and can’t rent more', async () => {
  const [phone] = await freePhones();
  await support.call('POST', `/phones/${phone}/assign`, { username: 'grace', expires_at: inDays(1), reason });
  const set = (body: object) =>
    admin.call('POST', `/customers/${customer.id}/standing`, { reason: 'the card was reported', ...body });
  expect((await set({ standing: 'restricted' })).body).toMatchObject({
    standing: 'restricted',
    standing_reason: 'the card was reported',
    active_phone_count: 1,
  });
  expect((await openRental(shop, customer.token, {})).status).toBe(403);
  expect((await shop.site.call('GET', '/api/phones', { token: customer.token })).body).toHaveLength(1);
  expect(await set({ standing: 'restricted' })).toMatchObject({
    status: 409,
    body: { code: 'already_done' },
  });
  await set({ standing: 'good' });
  expect((await openRental(shop, customer.token, {})).status).toBe(200);
});

test('a suspended customer is signed out at once, their phones end if so decided, and a restored one can sign in again', async () => {
  const mallory = await shop.customer('mallory');
  const [phone] = await freePhones();
  await support.call('POST', `/phones/${phone}/assign`, {
    username: 'mallory',
    expires_at: inDays(1),
    reason,
  });
  const set = (body: object) =>
    admin.call('POST', `/customers/${mallory.id}/standing`, { reason: 'sends spam', ...body });
  expect(await set({ standing: 'restricted', phones: 'end' })).toMatchObject({ status: 400 });
  expect((await set({ standing: 'suspended' })).body).toMatchObject({
    ended_assignments: 0,
    active_phone_count: 1,
  });
  expect((await shop.site.call('GET', '/api/auth/me', { token: mallory.token })).status).toBe(401);
  const login = await shop.site.call(
    'POST',
    '/api/auth/login',
    form({ username: 'mallory', password: 'correct horse battery' }),
  );
  expect(login.body['code']).toBe('account_suspended');
  expect((await set({ standing: 'suspended', phones: 'end' })).body).toMatchObject({
    ended_assignments: 1,
    active_phone_count: 0,
  });
  await set({ standing: 'good' });
  await shop.site.signIn('mallory', 'correct horse battery');
});

test('messages of priority customers come first, and are answered once', async () => {
  await sql`insert into contact_messages (name, email, message, is_priority, is_suspect) values
    ('Ann', 'ann@example.com', 'When do you open?', false, false),
    ('Bob', 'bob@example.com', 'My phone is stuck.', true, false)`.execute(shop.site.db);
  const rows = (await support.call('GET', '/contact-messages')).body['rows'] as Row[];
  expect(rows.map((row) => row['name'])).toEqual(['Bob', 'Ann']);
  const path = `/contact-messages/${rows[0]?.['id']}/answered`;
  expect((await support.call('POST', path, { reason: 'asked the customer to reboot' })).body).toMatchObject({
    answered_by: 'sue',
  });
  expect(await support.call('POST', path, { reason })).toMatchObject({ status: 409 });
});

test('the calendar shows who has which phone, and which are free for a time', async () => {
  const [now, later, free] = await freePhones();
  await support.call('POST', `/phones/${now}/assign`, { username: 'grace', expires_at: inDays(2), reason });
  await support.call('POST', `/phones/${later}/assign`, {
    username: 'grace',
    starts_at: inDays(30),
    expires_at: inDays(60),
    reason,
  });
  const { body } = await support.call('GET', `/calendar?from=${inDays(-1)}&to=${inDays(180)}`);
  const rows = body['rows'] as { device_id: string; spans: Row[] }[];
  expect(rows.find((row) => row.device_id === now)?.spans).toMatchObject([
    { state: 'active', username: 'grace' },
  ]);
  expect(rows.find((row) => row.device_id === later)?.spans).toMatchObject([{ state: 'scheduled' }]);
  const whole = await support.call('GET', `/calendar?from=${inDays(10)}&to=${inDays(40)}&free=whole`);
  const freeIds = (whole.body['rows'] as Row[]).map((row) => row['device_id']);
  expect(freeIds).toContain(free);
  expect(freeIds).toContain(now);
  expect(freeIds).not.toContain(later);

  const idsOf = async (query: string) => {
    const path = `/calendar?from=${inDays(-1)}&to=${inDays(180)}&${query}`;
    return ((await support.call('GET', path)).body['rows'] as Row[]).map((row) => row['device_id']);
  };
  const freeNow = await idsOf('free=now');
  expect(freeNow).toContain(later);
  expect(freeNow).not.toContain(now);
  expect((await idsOf('q=GRACE')).sort()).toEqual([now, later].sort());
});

async function freePhones(): Promise<string[]> {
  await proveClean(shop.site.db);
  const { body } = await support.call('GET', '/phones?tenant=none&state=ready');
  return (body['rows'] as Row[]).map((row) => String(row['id']));
}

function inDays(days: number): string {
  return new Date(Math.floor(shop.site.app.deps.clock.nowMs()) + days * 86_400_000).toISOString();
}
