// Every kind of caller that the customer API must refuse, each as the headers of a call.
import { routes } from '@pocketfleet/contract';
import { insertConnection } from '../../src/access/oauth/connections.sql.ts';
import { sql } from '../../src/platform/database.ts';
import { createSecret, hashSecret } from '../../src/platform/secrets.ts';
import { createTestUser, testPassword } from '../test-app.ts';
import { makeTestKey } from '../test-keys.ts';
import { signInOperator } from '../test-operators.ts';
import type { Shop } from '../test-payments.ts';
import { makeTestQuestion } from '../test-questions.ts';
import { insertTestRecording } from '../test-recordings.ts';
import { rent } from '../test-rentals.ts';
import type { IdKind } from './route-rules.ts';

export type Headers = Record<string, string>;

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** By name, callers who are nobody to the customer API. Ada is the customer whose things they are after. */
export async function makeStrangers(shop: Shop, username = 'ada'): Promise<Record<string, Headers>> {
  const { site } = shop;
  const signIn = () => site.signIn(username, testPassword);
  const change = async (token: string, how: 'expired' | 'revoked'): Promise<string> => {
    const hash = hashSecret(token);
    await (how === 'expired'
      ? sql`update credentials set created_at = app_now() - interval '8 days', expires_at = app_now()
            where token_hash = ${hash}`
      : sql`update credentials set revoked_at = app_now() where token_hash = ${hash}`
    ).execute(site.db);
    return token;
  };
  const tunnel = await site.call('GET', `/api${routes.tunnelDomains.path}`, { token: await signIn() });
  const tunnelToken = String(tunnel.body['token']);
  const events = await site.call('POST', `/api${routes.eventsTicket.path}`, { token: await signIn() });
  const suspendedId = await createTestUser(site.db, 'suspended');
  const suspended = await site.signIn('suspended', testPassword);
  await sql`update users set suspended_at = app_now() where id = ${suspendedId}`.execute(site.db);
  const deletedId = await createTestUser(site.db, 'deleted');
  const deleted = await site.signIn('deleted', testPassword);
  await sql`delete from users where id = ${deletedId}`.execute(site.db);
  const support = (await signInOperator(site, 'support', 'support')).token() ?? '';
  const admin = (await signInOperator(site, 'admin', 'admin')).token() ?? '';
  const right = await signIn();
  return {
    nobody: {},
    'an empty bearer': { authorization: 'Bearer ' },
    'a made-up token': bearer('A'.repeat(43)),
    'a token with one wrong letter': bearer(right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A')),
    'a token and more': { authorization: `Bearer ${right} ${right}` },
    'a token of another scheme': { authorization: `Basic ${right}` },
    'a token in the cookie alone': { cookie: `access_token=${right}` },
    'a token that has run out': bearer(await change(await signIn(), 'expired')),
    'a token that was revoked': bearer(await change(await signIn(), 'revoked')),
    'a suspended customer': bearer(suspended),
    'a customer who was deleted': bearer(deleted),
    'a tunnel token': bearer(tunnelToken),
    'a tunnel token in cookies': { cookie: `access_token=${tunnelToken}; tunnel_token=${tunnelToken}` },
    'a ticket': bearer(String(events.body['ticket'])),
    'support with their session as a token': bearer(support),
    'an admin with their session as a token': bearer(admin),
    'an admin with their cookie': { cookie: `operator_session=${admin}` },
  };
}

export type Tenant = {
  id: string;
  /** A new sign-in. */
  token: () => Promise<string>;
  ids: Record<IdKind, string>;
};

/** A customer with a paid order, its phone in use, and a second session. */
export async function makeTenant(shop: Shop, username: string): Promise<Tenant> {
  const { id, token } = await shop.customer(username);
  const order = await rent(shop, token);
  const rented = await sql<{ id: string; device_id: string }>`
    select id, device_id from assignments where user_id = ${id} and state = 'active'`.execute(shop.site.db);
  const session = await sql<{ id: string }>`
    select id from credentials where user_id = ${id} and kind = 'session'`.execute(shop.site.db);
  const key = await makeTestKey(shop.site, token);
  const webhook = await shop.site.call('POST', '/api/webhooks', {
    token,
    payload: { url: 'https://example.com/hook', events: ['rental.ended'] },
  });
  shop.site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const secret = await shop.site.call('POST', '/api/secrets', {
    token,
    payload: { name: 'Bank', value: 'Copper-Kite-7', apps: ['com.example.bank'] },
  });
  const [assignment] = rented.rows;
  const device = assignment?.device_id;
  if (assignment === undefined || device === undefined) throw new Error(`${username} has no phone`);
  const link = await shop.site.call('POST', '/api/share-links', {
    token,
    payload: { permission: 'watch', phones: [device] },
  });
  // Begun and never confirmed: it names something, and the sign-in stays as it is.
  const factor = await shop.site.call('POST', '/api/auth/second-factors/authenticators', {
    token,
    payload: { name: 'My phone', current_password: testPassword },
  });
  const connection = await insertConnection(shop.site.db, {
    user_id: id,
    workspace_id: id,
    token_hash: hashSecret(createSecret()),
    machine: 'Firefox',
    client_id: 'https://agent.example/client.json',
    program: 'agent.example',
    permissions: ['watch'],
    phones: 'all',
    monthly_limit_cents: 0,
    days: 30,
  });
  return {
    id,
    token: () => shop.site.signIn(username, testPassword),
    ids: {
      order,
      assignment: assignment.id,
      device,
      session: session.rows[0]?.id ?? '',
      workspace: id,
      'second factor': String(factor.body['id']),
      key: key.id,
      webhook: String(webhook.body['id']),
      secret: String(secret.body['id']),
      question: (await makeTestQuestion(shop.site, { token }, device)).id,
      recording: await insertTestRecording(shop.site.db, {
        workspace_id: id,
        device_id: device,
        assignment_id: assignment.id,
        user_id: id,
      }),
      connection: connection.id,
      'share link': String(link.body['id']),
    },
  };
}

/** Everything that a customer has, as one value: what strangers try must not change it. */
export async function belongings(shop: Shop, userId: string): Promise<string | undefined> {
  const result = await sql<{ digest: string }>`
    select md5(concat_ws('#',
      (select string_agg(u::text, '|') from users u where id = ${userId}),
      (select string_agg((id, revoked_at, expires_at)::text, '|' order by id) from credentials
       where user_id = ${userId}),
      (select string_agg(a::text, '|' order by id) from assignments a where user_id = ${userId}),
      (select string_agg(o::text, '|' order by id) from orders o where user_id = ${userId}),
      (select count(*) from stream_tickets where user_id = ${userId}),
      (select count(*) from ledger)
    )) as digest`.execute(shop.site.db);
  return result.rows[0]?.digest;
}
