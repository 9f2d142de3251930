// Webhooks: addresses of a workspace that receive events about its rentals. The database announces the events (migrations
// 0640 and 0641); this feature manages the addresses and sends. Its main invariants: an address receives only what its maker
// may know, which is checked at each attempt; only its maker may change it and read what was sent to it; only public
// addresses are ever called (decisions 150 and 216).
import { randomUUID } from 'node:crypto';
import {
  exampleData,
  type MadeWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '@pocketfleet/contract';
import { listOwnIds } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { type SealKeys, seal } from '../platform/sealed.ts';
import { insertTest, selectDeliveries, updateResent } from './deliveries.sql.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  endRest,
  insertEndpoint,
  lockEndpoints,
  selectEndpoints,
  updateEndpoint,
  updateOff,
  updateOn,
  updateSecret,
} from './endpoints.sql.ts';
import { AddressRefused, parseTargetUrl } from './public-address.ts';
import { createWebhookSecret, secretText } from './signature.ts';

export type WebhooksDeps = {
  db: Db;
  clock: Clock;
  config: { operatorSecretsKeys: SealKeys; webhookNetworks: readonly string[]; publicUrl: string };
};

const maxEndpoints = 20;
/** Tests and repeated sends: each calls somebody's server. */
const sendLimit: Limit = { name: 'send-webhook', count: 60, windowS: 60 };

/** Their own, and all for who manages the members. */
export async function listWebhooks(deps: { db: Db }, caller: Principal): Promise<Webhook[]> {
  const rows = await selectEndpoints(deps.db, caller.workspace_id);
  const isOwn = await ownerTest(deps.db, caller);
  const seesAll = caller.permissions.has('members');
  return rows.map((row) => toWebhook(row, isOwn(row))).filter(({ is_own }) => is_own || seesAll);
}

/** Throws invalid_input for an address that we don't call, and limit_reached. */
export async function makeWebhook(
  deps: WebhooksDeps,
  caller: Principal,
  input: { url: string; events: WebhookEvent[] },
): Promise<MadeWebhook> {
  const url = judgeUrl(deps, input.url);
  const id = randomUUID();
  const secret = createWebhookSecret();
  return inTransaction(deps.db, async (tx) => {
    await lockEndpoints(tx, caller.workspace_id);
    if ((await selectEndpoints(tx, caller.workspace_id)).length >= maxEndpoints) {
      const detail = `There are ${maxEndpoints} webhooks, which is the most. Delete one that nobody needs.`;
      throw new AppError('limit_reached', { detail });
    }
    await insertEndpoint(tx, {
      id,
      workspace_id: caller.workspace_id,
      user_id: caller.user_id,
      credential_id: caller.kind === 'person' ? null : caller.credential_id,
      url,
      events: input.events,
      secret: seal(deps.config.operatorSecretsKeys, secret, ownerOf(id)),
    });
    return { ...toWebhook(await getOwn(tx, caller, id), true), secret: secretText(secret) };
  });
}

/** The purpose that a secret of this webhook is sealed for. */
export function ownerOf(endpointId: string): string {
  return `webhook:${endpointId}`;
}

/**
 * With the permission `members`, a caller may switch anybody's off. Throws not_found, forbidden, and invalid_input for an address that we
 * don't call.
 */
export async function changeWebhook(
  deps: WebhooksDeps,
  caller: Principal,
  id: string,
  change: { url?: string | undefined; events?: WebhookEvent[] | undefined; is_on?: boolean | undefined },
): Promise<Webhook> {
  const url = change.url === undefined ? undefined : judgeUrl(deps, change.url);
  const isOnlyOff = url === undefined && change.events === undefined && change.is_on === false;
  return inTransaction(deps.db, async (tx) => {
    await lockEndpoints(tx, caller.workspace_id);
    await (isOnlyOff ? getSeen : getOwn)(tx, caller, id);
    await updateEndpoint(tx, id, { url, events: change.events });
    if (change.is_on === true) await updateOn(tx, id);
    if (change.is_on === false) await updateOff(tx, id, 'by_hand');
    const { row, is_own } = await getSeen(tx, caller, id);
    return toWebhook(row, is_own);
  });
}

/** Their own, or anybody's for who manages the members. Throws not_found. */
export async function deleteWebhook(deps: { db: Db }, caller: Principal, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await getSeen(tx, caller, id);
    await deleteEndpoint(tx, id);
  });
}

/** Throws not_found, forbidden. */
export async function rotateWebhook(deps: WebhooksDeps, caller: Principal, id: string): Promise<MadeWebhook> {
  const secret = createWebhookSecret();
  return inTransaction(deps.db, async (tx) => {
    await lockEndpoints(tx, caller.workspace_id);
    await getOwn(tx, caller, id);
    await updateSecret(tx, id, seal(deps.config.operatorSecretsKeys, secret, ownerOf(id)));
    return { ...toWebhook(await getOwn(tx, caller, id), true), secret: secretText(secret) };
  });
}

/** Throws not_found, forbidden, conflict while it is off, too_many_requests. */
export async function testWebhook(
  deps: WebhooksDeps,
  caller: Principal,
  id: string,
  type: WebhookEvent,
): Promise<{ delivery_id: string; message_id: string }> {
  return inTransaction(deps.db, async (tx) => {
    const endpoint = await getOwn(tx, caller, id);
    refuseOff(endpoint);
    await countAgainstLimit(tx, sendLimit, caller.workspace_id);
    const timestamp = new Date(deps.clock.nowMs()).toISOString();
    const message_id = `msg_${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify({ type, timestamp, test: true, data: exampleData[type] });
    await endRest(tx, id);
    const delivery_id = await insertTest(tx, endpoint, { id: message_id, type, body });
    return { delivery_id, message_id };
  });
}

/** Of all that was sent, what is about phones that the caller has now. Throws not_found, forbidden. */
export async function listDeliveries(
  deps: { db: Db },
  caller: Principal,
  id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ deliveries: WebhookDelivery[]; next_cursor: string | null }> {
  await getOwn(deps.db, caller, id);
  const { cursor = null, limit } = page;
  // One more than asked for tells whether there is a next page.
  const rows = await selectDeliveries(deps.db, caller, {
    endpoint_id: id,
    beforeSeq: cursor,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? (shown.at(-1)?.seq ?? null) : null;
  return { deliveries: shown.map(({ seq: _, ...delivery }) => delivery), next_cursor };
}

/** Throws not_found, forbidden, conflict while the webhook is off, too_many_requests. */
export async function resendDelivery(
  deps: { db: Db },
  caller: Principal,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const endpoint = await getOwn(tx, caller, id);
    refuseOff(endpoint);
    await countAgainstLimit(tx, sendLimit, caller.workspace_id);
    await endRest(tx, id);
    if (!(await updateResent(tx, endpoint, { caller, delivery_id }))) throw new AppError('not_found');
  });
}

/** Tells which webhooks are the caller's: a person made them or their keys did; a key or a program made them itself. */
async function ownerTest(db: Db, caller: Principal): Promise<(row: EndpointRow) => boolean> {
  if (caller.kind === 'person') return ({ user_id }) => user_id === caller.user_id;
  const ids = await listOwnIds(db, caller);
  return ({ credential_id }) => credential_id !== null && ids.includes(credential_id);
}

/** Finds a webhook that the caller may see, switch off and delete. Throws not_found. */
async function getSeen(
  db: Db,
  caller: Principal,
  id: string,
): Promise<{ row: EndpointRow; is_own: boolean }> {
  const [row] = await selectEndpoints(db, caller.workspace_id, id);
  if (row === undefined) throw new AppError('not_found');
  const is_own = (await ownerTest(db, caller))(row);
  if (!is_own && !caller.permissions.has('members')) throw new AppError('not_found');
  return { row, is_own };
}

/** Finds a webhook that the caller made. Throws not_found, or forbidden if somebody else made it. */
async function getOwn(db: Db, caller: Principal, id: string): Promise<EndpointRow> {
  const { row, is_own } = await getSeen(db, caller, id);
  if (is_own) return row;
  const detail =
    caller.kind === 'person'
      ? `Only ${row.made_by.username}, who made this webhook, can change it, send to it or read what was sent. You can switch it off or delete it.`
      : 'This webhook was made by somebody else. You can switch it off or delete it.';
  throw new AppError('forbidden', { detail });
}

function refuseOff({ disabled_reason }: EndpointRow): void {
  if (disabled_reason === null) return;
  throw new AppError('conflict', { detail: 'This webhook is off. Switch it on first.' });
}

/** The address as it is called. Names are looked up, and judged again, at each attempt. */
function judgeUrl({ config }: WebhooksDeps, text: string): string {
  try {
    return parseTargetUrl(text, config.webhookNetworks).href;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw new AppError('invalid_input', { detail: error.message, fields: { url: error.message } });
  }
}

function toWebhook(row: EndpointRow, is_own: boolean): Webhook {
  const { disabled_reason, workspace_id: _workspace, user_id: _user, credential_id: _maker, ...rest } = row;
  const state = disabled_reason === null ? 'on' : disabled_reason === 'by_hand' ? 'off' : disabled_reason;
  return { ...rest, state, is_own };
}
