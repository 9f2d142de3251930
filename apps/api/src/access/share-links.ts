// Share links: made, listed and ended by people who may control the phones; and their guests, who are given control or cut off.
// A link can never do more than the person who made it, and ends with what it was made with.
import type { Guest, GuestPermission, MadeShareLink, ShareLink } from '@pocketfleet/contract';
import { hashPassword } from '../accounts/accounts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Principal, Reach } from '../platform/principal.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { guestChanged } from './access.events.ts';
import { recordActivity } from './activity.ts';
import { announceAccess, announceEnd } from './announce.ts';
import { updateCredentialRevoked } from './keys.sql.ts';
import { lockKeys } from './lock-keys.ts';
import { refuseUncounted, refuseWithout } from './policy.ts';
import {
  countLinks,
  insertLink,
  type LinkRow,
  selectLinks,
  selectMakersEnd,
  updateGuestPermission,
  type WhichLinks,
} from './share-links.sql.ts';

export type ShareLinksDeps = {
  db: Db;
  clock: Clock;
  config: { publicUrl: string };
  /** The phones that a customer has now or will have. Passed in, because access knows nothing of rentals. */
  listPhones: (reach: Reach) => Promise<readonly { device_id: string; expires_at: string | null }[]>;
};

/** At a time, in a workspace. A customer's page makes an embed for each of its visitors, so these are counted apart. */
const maxLinks = 100;
const maxEmbeds = 1_000;
const defaultMs = 24 * 60 * 60_000;
/** For phones without an end date. */
const longestMs = 90 * 24 * 60 * 60_000;
const notForPrograms = 'Connected programs can’t make links. Make it on the site, or with a key.';
const makeLimit: Limit = { name: 'make-share-link', count: 200, windowS: 3_600 };
const makeEmbedLimit: Limit = { name: 'make-embed', count: 2_000, windowS: 3_600 };

/** With `embed_origin` it is for a page of the customer's. */
export type ShareLinkInput = {
  embed_origin?: string;
  name: string;
  permission: GuestPermission;
  phones: string[];
  ends_at?: string | undefined;
  password: string | null;
  max_guests: number;
};

export function listShareLinks(deps: { db: Db }, caller: Principal): Promise<ShareLink[]> {
  return selectLinks(deps.db, caller.workspace_id, manageableBy(caller));
}

/** Throws forbidden, also for connected programs, device_not_assigned, invalid_input for an end that can't be, limit_reached, too_many_requests. */
export async function createShareLink(
  deps: ShareLinksDeps,
  caller: Principal,
  input: ShareLinkInput,
): Promise<MadeShareLink> {
  refuseWithout(caller, 'watch');
  refuseWithout(caller, input.permission);
  if (input.permission === 'control') refuseUncounted(caller);
  // The person has agreed to what the program itself does, not to those that it lets in.
  if (caller.kind === 'program') throw new AppError('forbidden', { detail: notForPrograms });
  const phones = await findPhones(deps, caller, input.phones);
  const areEmbeds = input.embed_origin !== undefined;
  await countAgainstLimit(deps.db, areEmbeds ? makeEmbedLimit : makeLimit, caller.workspace_id);
  const lane = { lane: 'known', asker: caller.user_id } as const;
  const password_hash = input.password === null ? null : await hashPassword(input.password, lane);
  const secret = createSecret();
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    await refuseTooMany(tx, caller.workspace_id, areEmbeds);
    const makersEnd = await findMakersEnd(tx, caller);
    const ends = [...phones.map(({ expires_at }) => expires_at)];
    const id = await insertLink(tx, {
      ...input,
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      token_hash: hashSecret(secret),
      password_hash,
      embed_origin: input.embed_origin ?? null,
      ends_at: endOf(deps, input.ends_at, { ends, makersEnd }),
      parent_id: caller.kind === 'key' ? caller.credential_id : null,
    });
    const link = await getLink(tx, caller, id);
    const details = { id, name: link.name, permission: link.permission, phones: link.phones.length };
    await recordActivity(tx, caller, { kind: 'link.made', details });
    await announceAccess(tx, caller.workspace_id);
    const place = areEmbeds ? 'embed' : 's';
    return { ...link, url: `${deps.config.publicUrl}/${place}/${secret}` };
  });
}

async function refuseTooMany(tx: Tx, workspaceId: string, areEmbeds: boolean): Promise<void> {
  const most = areEmbeds ? maxEmbeds : maxLinks;
  if ((await countLinks(tx, workspaceId, { areEmbeds })) < most) return;
  const detail = `There are ${most} ${areEmbeds ? 'embeds' : 'links'}, which is the most. End one that nobody uses any more.`;
  throw new AppError('limit_reached', { detail });
}

/** Ends it with everything that its guests have open. Throws not_found. */
export async function endShareLink(deps: { db: Db }, caller: Principal, linkId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await getLink(tx, caller, linkId);
    await revoke(tx, caller, linkId, 'link');
  });
}

/** Throws not_found, and forbidden for more than the caller may do themselves. */
export async function changeGuest(
  deps: { db: Db },
  caller: Principal,
  input: { link_id: string; guest_id: string; permission: GuestPermission },
): Promise<Guest> {
  refuseWithout(caller, input.permission);
  // A guest's live control is as uncounted as the caller's own.
  if (input.permission === 'control') refuseUncounted(caller);
  return inTransaction(deps.db, async (tx) => {
    await getLink(tx, caller, input.link_id);
    const isIn = await updateGuestPermission(tx, { ...input, id: input.guest_id });
    if (!isIn) throw new AppError('not_found');
    const { guests } = await getLink(tx, caller, input.link_id);
    const guest = guests.find(({ id }) => id === input.guest_id);
    if (guest === undefined) throw new AppError('not_found');
    await publish(tx, guestChanged, { credential_id: guest.id });
    const kind = input.permission === 'control' ? 'guest.given_control' : 'guest.only_watches';
    await recordActivity(tx, caller, { kind, details: { id: guest.id, name: guest.name } });
    await announceAccess(tx, caller.workspace_id);
    return guest;
  });
}

/** Throws not_found. */
export async function removeGuest(
  deps: { db: Db },
  caller: Principal,
  { link_id, guest_id }: { link_id: string; guest_id: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { guests } = await getLink(tx, caller, link_id);
    if (!guests.some(({ id }) => id === guest_id)) throw new AppError('not_found');
    await revoke(tx, caller, guest_id, 'guest');
  });
}

async function revoke(tx: Tx, caller: Principal, id: string, kind: 'link' | 'guest'): Promise<void> {
  const ended = await updateCredentialRevoked(tx, caller.workspace_id, id, kind);
  if (ended.length === 0) throw new AppError('not_found');
  await announceEnd(
    tx,
    caller.user_id,
    ended.map((one) => one.id),
  );
  await announceAccess(tx, caller.workspace_id);
}

/** A link is managed by its maker, and by people who manage the members. */
export function manageableBy(caller: Principal): WhichLinks {
  if (caller.permissions.has('members')) return {};
  if (caller.kind !== 'person') return { made_with: caller.credential_id };
  return { made_by: caller.user_id };
}

async function getLink(tx: Tx, caller: Principal, id: string): Promise<LinkRow> {
  const [link] = await selectLinks(tx, caller.workspace_id, { ...manageableBy(caller), only: id });
  if (link === undefined) throw new AppError('not_found');
  return link;
}

async function findPhones(deps: ShareLinksDeps, caller: Principal, ids: readonly string[]) {
  const own = await deps.listPhones(caller);
  const found = own.filter(({ device_id }) => ids.includes(device_id));
  if (new Set(found.map(({ device_id }) => device_id)).size === ids.length) return found;
  const detail = 'One of these phones isn’t yours now. Reload the list of phones and choose again.';
  throw new AppError('device_not_assigned', { detail, fields: { phones: detail } });
}

async function findMakersEnd(tx: Tx, caller: Principal): Promise<string | null> {
  if (caller.kind !== 'key') return null;
  const end = await selectMakersEnd(tx, caller.credential_id);
  if (end !== undefined) return end;
  throw new AppError('forbidden', { detail: 'This key was rotated. Make links with the new one.' });
}

type Bounds = {
  /** Of the phones' rentals; null: without an end date. */
  ends: readonly (string | null)[];
  makersEnd: string | null;
};

function endOf(deps: ShareLinksDeps, given: string | undefined, { ends, makersEnd }: Bounds): string {
  const nowMs = deps.clock.nowMs();
  const longest = nowMs + longestMs;
  const rentalsEnd = Math.max(...ends.map((end) => (end === null ? longest : Date.parse(end))));
  const latestMs = Math.min(longest, rentalsEnd, makersEnd === null ? longest : Date.parse(makersEnd));
  if (given === undefined) return new Date(Math.min(nowMs + defaultMs, latestMs)).toISOString();
  const refuse = (detail: string) => new AppError('invalid_input', { detail, fields: { ends_at: detail } });
  const endMs = Date.parse(given);
  if (endMs <= nowMs) throw refuse('This end is past. Choose a later one.');
  if (endMs <= latestMs) return given;
  if (latestMs === rentalsEnd) throw refuse('The rental ends before that. Choose an earlier end.');
  if (latestMs === longest) throw refuse('A link can last 90 days at most. Choose an earlier end.');
  throw refuse('A key can’t make a link that ends later than itself.');
}
