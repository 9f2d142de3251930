// Mails about what somebody bought for a team: their links open the team, and they go to somebody who is in it.
import { brand } from '@pocketfleet/rules';
import { beforeEach, expect, test } from 'vitest';
import { rent, setPhone, settle } from '../../test/test-rentals.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTeamAtShop } from '../../test/use-test-app.ts';
import { mailRefund, sendQuote } from '../orders/orders.ts';
import { inTransaction, sql } from '../platform/database.ts';

const { shop, admin, customer: buyer } = useTeamAtShop(3);
const dayMs = 86_400_000;
const tags = ['PF-001', 'PF-002', 'PF-003'];
let owners = 0;
let requests = 0;
let team: string;
let owner: { id: string; token: string; email: string };

beforeEach(async () => {
  owners += 1;
  owner = { ...(await shop.customer(`owner${owners}`)), email: `owner${owners}@example.com` };
  team = await createTestTeam(shop.site.db, owner.id);
  await addTestMember(shop.site.db, team, { user_id: buyer.id, role: 'manager' });
  for (const tag of tags) await setPhone(shop, tag, 'ready');
  await sql`delete from limit_windows`.execute(shop.site.db);
});

const removeBuyer = async () => {
  const path = `/api/workspaces/${team}/members/${buyer.id}`;
  expect(await shop.site.call('DELETE', path, { token: owner.token, workspace: team })).toMatchObject({
    status: 200,
  });
};

/** The address of each customer's mail since the last call, and its links into the panel. */
function takeMails(): { to: string; subject: string; links: string[] }[] {
  const mails = shop.site.outbox.filter(({ to }) => to !== brand.salesEmail);
  shop.site.outbox.length = 0;
  return mails.map(({ to, subject, text }) => ({
    to,
    subject: subject.replace(/PF-[A-Z0-9-]+/g, 'PF-N'),
    links: text.match(/http:\/\/localhost:4000\/(devices|history|rent)\S*/g) ?? [],
  }));
}

/** A quote with a reservation that ends, a rental whose phone fails, its reminder and its end. */
async function lifeOfOrders(workspace: string | undefined) {
  await requestAndQuote(workspace);
  await rent(shop, buyer.token, { period: 'day', ...(workspace && { workspace }) });
  const tag = await sql<{ tag: string }>`select d.tag from assignments a join devices d on d.id = a.device_id
    where a.state = 'active'`.execute(shop.site.db);
  await setPhone(shop, tag.rows[0]?.tag ?? '', 'ready', 'quarantined');
  await settle(shop);
  for (const interval of ['23 hours 10 minutes', '2 hours']) {
    await shop.site.advance(interval);
    await settle(shop);
  }
  return takeMails();
}

async function requestAndQuote(workspace: string | undefined): Promise<string> {
  requests += 1;
  const requested = await shop.site.call('POST', '/api/orders', {
    token: buyer.token,
    ...(workspace && { workspace }),
    payload: {
      phone_count: 1,
      start_date: inDays(5),
      period: 'week',
      number_of_periods: 1,
      currency: 'usd',
    },
    idempotencyKey: `team-mails-${requests}`,
  });
  const order = String(requested.body['id']);
  // Not by a call: a session of an operator doesn't last as long as these rentals.
  const input = { amount: 9_900, note: 'As we said.', valid_days: 4, reserve_until: inDays(3) };
  await inTransaction(shop.site.db, (tx) =>
    sendQuote(shop.site.app.deps, tx, order, { ...input, operator_id: admin.id, is_for_cards: true }),
  );
  await sql`update assignments set reserved_until = app_now(), hold_expires_at = app_now()
    where order_id = ${order}`.execute(shop.site.db);
  await settle(shop);
  return order;
}

const inDays = (days: number) => new Date(shop.site.app.deps.clock.nowMs() + days * dayMs).toISOString();

const subjects = [
  'Request PF-N received',
  'Your quote for request PF-N',
  'Your phone for PF-N is no longer reserved',
  'Order PF-N: your rental is confirmed',
  'PF-N replaces PF-N',
  'Your phone is ready',
  'Your rental ends in 1 hour',
  'Your rental has ended',
].sort();

test('each link in the mails of a team’s orders opens the team, and none in those of a personal account does', async () => {
  const ofTeam = await lifeOfOrders(team);
  expect([...new Set(ofTeam.map(({ subject }) => subject))].sort()).toEqual(subjects);
  for (const { subject, to, links } of ofTeam) {
    expect(to).toBe('grace@example.com');
    expect(links.length, subject).toBeGreaterThan(0);
    for (const link of links)
      expect(new URL(link).searchParams.get('team'), `${subject}: ${link}`).toBe(team);
  }
  await shop.reset();
  for (const tag of tags) await setPhone(shop, tag, 'ready');
  const personal = await lifeOfOrders(undefined);
  expect([...new Set(personal.map(({ subject }) => subject))].sort()).toEqual(subjects);
  for (const link of personal.flatMap(({ links }) => links)) expect(link).not.toContain('team=');
});

test('the mails about a team’s phones go to its owners once the buyer has been removed', async () => {
  await rent(shop, buyer.token, { period: 'day', workspace: team });
  await requestAndQuote(team);
  expect(takeMails().map(({ to }) => to)).not.toContain(owner.email);
  await removeBuyer();
  await shop.site.advance('23 hours 10 minutes');
  await settle(shop);
  await shop.site.advance('2 hours');
  await settle(shop);
  const refunded = await sql<{ id: string }>`select id from orders where state = 'paid'`.execute(
    shop.site.db,
  );
  const refund = { amount: 100, way: 'card', reason: 'operator' } as const;
  await inTransaction(shop.site.db, (tx) => mailRefund(tx, refunded.rows[0]?.id ?? '', refund));
  await settle(shop);
  expect(takeMails().map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, 'Your rental ends in 1 hour'],
    [owner.email, 'Your rental has ended'],
    [owner.email, 'Order PF-N: your payment is being refunded'],
  ]);
});
