// Each websocket, opened for real by everybody with a ticket of each purpose: bought where it is sold, and elsewhere given to them
// as if it had been bought before the right was lost. The expected results are computed in matrix-rules.ts.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { closeCodes, routes, type TicketPurpose, ticketPermissions } from '@pocketfleet/contract';
import pLimit from 'p-limit';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sql } from '../../src/platform/database.ts';
import { createSecret, hashSecret } from '../../src/platform/secrets.ts';
import { socketOf } from '../../src/streaming/streaming.ts';
import { insertTicket } from '../../src/streaming/tickets.sql.ts';
import { useShop } from '../use-test-app.ts';
import { credentialOf } from './matrix-database.ts';
import { reportFigure } from './matrix-figure.ts';
import { expectedOf, mayOpen } from './matrix-rules.ts';
import { type Caller, callerCount, isFirstOfItsKind, makeScene, type Scene } from './matrix-scene.ts';

const shop = useShop(6);
const purposes = Object.keys(ticketPermissions) as TicketPurpose[];
const targets = ['own', 'not granted', 'foreign'] as const;
type Target = (typeof targets)[number];
let scene: Scene;
let sold = 0;
let opened = 0;
let refused = 0;

beforeAll(async () => {
  scene = await makeScene(shop);
  // There is no agent: a socket that needs one is let in, and waits for it.
  await sql`update hosts set link_node_id = null`.execute(shop.site.db);
});

/** Without an agent, a socket that was let in is closed with one of these. */
const letIn: ReadonlySet<number> = new Set([closeCodes.device_offline.code, closeCodes.not_supported.code]);

/**
 * `in`, or the code that a socket was closed with before. A phone's socket is in when the product has stored it under its
 * `session`; without an agent, most of them hear nothing then.
 */
async function knock(path: string, ticket: string, session?: string): Promise<'in' | number> {
  const url = `ws://${new URL(shop.webhook.url).host}${path}`;
  const socket = new WebSocket(url, ['pocketfleet', ticket], { origin: 'http://localhost:4000' });
  let outcome: 'in' | number | undefined;
  const heard = new Promise<void>((resolve, reject) => {
    const end = (what: 'in' | number) => {
      outcome ??= what;
      resolve();
    };
    socket.once('error', reject).once('close', (code) => end(letIn.has(code) ? 'in' : code));
    if (session === undefined) socket.once('message', () => end('in'));
  });
  while (session !== undefined && outcome === undefined && !(await isStored(session)))
    await Promise.race([heard, wait(20)]);
  if (session === undefined) await heard;
  socket.once('error', () => undefined).terminate();
  return outcome ?? 'in';
}

async function isStored(session: string): Promise<boolean> {
  const found = await sql`select 1 from stream_sockets where session_id = ${session}`.execute(shop.site.db);
  return found.rows.length > 0;
}

const placeOf = (target: Target) =>
  target === 'own' ? scene.team : target === 'not granted' ? scene.team.second : scene.other;

/** A ticket of somebody who could have bought it before. */
async function giveTicket(caller: Caller, purpose: TicketPurpose, target: Target) {
  const credential_id = await credentialOf(shop, caller.token ?? '');
  const found = await sql<{ user_id: string }>`
    select user_id from credentials where id = ${credential_id}`.execute(shop.site.db);
  const { device, assignment } = placeOf(target);
  const ticket = createSecret();
  const row = {
    ticket_hash: hashSecret(ticket),
    user_id: found.rows[0]?.user_id ?? '',
    workspace_id: target === 'foreign' ? scene.other.workspace : scene.team.workspace,
    credential_id,
    device_id: device,
    assignment_id: assignment,
    purpose,
    session_id: randomUUID(),
  };
  await insertTicket(shop.site.db, row, 60);
  return { ticket, session_id: row.session_id };
}

const buy = (caller: Caller, path: string, payload: object = {}) =>
  shop.site.call('POST', `/api${path}`, {
    token: caller.token ?? '',
    ...(caller.kind === 'person' && { workspace: scene.team.workspace }),
    payload,
  });

/** Undefined when the row is right. */
async function tryPhone(caller: Caller, purpose: TicketPurpose, target: Target): Promise<string | undefined> {
  const row = `${purpose} by ${caller.name}, ${target}`;
  const may = target !== 'foreign' && mayOpen(caller, purpose, target);
  const { device } = placeOf(target);
  const bought = await buy(caller, `/devices/${device}/stream/start`, { purpose });
  if (may !== (bought.status === 200)) return `${row}: sold with ${bought.status}`;
  sold += may ? 1 : 0;
  const { ticket, session_id } = may ? bought.body : await giveTicket(caller, purpose, target);
  const path = `/ws/devices/${device}/${socketOf(purpose)}`;
  const outcome = await knock(path, String(ticket), String(session_id));
  if (may) opened += 1;
  else refused += 1;
  return outcome === (may ? 'in' : closeCodes.not_allowed.code) ? undefined : `${row}: ${outcome}`;
}

/** Of the other's phone and the other team's, the first of each kind shows all that there is to see. */
const targetsOf = (caller: Caller): readonly Target[] =>
  isFirstOfItsKind(scene, caller) ? targets : caller.phones === 'one' ? ['own', 'not granted'] : ['own'];

const callersWithToken = () => scene.callers.filter(({ token }) => token !== null);

describe('by everybody', () => {
  // The first is nobody, who has no ticket.
  test.each(Array.from({ length: callerCount - 1 }, (_, at) => at + 1))(
    'a phone’s socket opens exactly where the right is there: caller %i',
    async (at) => {
      const caller = scene.callers[at];
      if (caller === undefined) throw new Error('the scene has fewer callers');
      // All of the owner's keys count as one buyer of tickets.
      await sql`delete from limit_windows`.execute(shop.site.db);
      const atOnce = pLimit(3);
      const rows = purposes.flatMap((purpose) =>
        targetsOf(caller).map((target) => atOnce(() => tryPhone(caller, purpose, target))),
      );
      expect((await Promise.all(rows)).filter((row) => row !== undefined)).toEqual([]);
    },
  );

  test.each([
    ['/ws/events', 'eventsTicket', routes.eventsTicket],
    ['/ws/webhooks', 'listenToWebhooks', routes.listenToWebhooks],
  ] as const)('%s opens exactly where its ticket is sold', async (path, name, route) => {
    const wrong: string[] = [];
    for (const caller of callersWithToken()) {
      const may = expectedOf(name, route, caller, 'own') === 'allowed';
      const bought = await buy(caller, route.path);
      if (may !== (bought.status === 200)) {
        wrong.push(`${path} by ${caller.name}: sold with ${bought.status}`);
        continue;
      }
      if (!may) continue;
      sold += 1;
      opened += 1;
      const outcome = await knock(path, String(bought.body['ticket']));
      if (outcome !== 'in') wrong.push(`${path} by ${caller.name}: ${outcome}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('its size', ({ task }) => {
  expect(opened).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
  const sizes = `${purposes.length} purposes × ${callersWithToken().length} callers × up to ${targets.length} targets, and 2 sockets of the team`;
  reportFigure(
    task,
    `sockets of the matrix: ${sizes}: ${sold} tickets sold, ${opened} opened, ${refused} refused`,
  );
});
