// Guests: they come by a share link with nothing but a name. Opening the link counts nobody; joining does.

import { ownerOf } from '@pocketfleet/websockets';
import { isPasswordRight } from '../accounts/accounts.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { countAgainstLimit, type Limit, refund } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { createSecret, hashSecret, hasSecretShape } from '../platform/secrets.ts';
import { recordOf, recordRefusal } from './activity.ts';
import { announceAccess, announceEnd } from './announce.ts';
import { updateCredentialRevoked } from './keys.sql.ts';
import {
  insertGuest,
  type OpenLinkRow,
  selectEndedLink,
  selectGuest,
  selectLinks,
  selectOpenLink,
} from './share-links.sql.ts';
import { manageableBy } from './share-links.ts';

/** Wrong passwords of one link, from one address and from everywhere. Right ones are not counted. */
const wrongFromHere: Limit = { name: 'link-password', count: 10, windowS: 15 * 60 };
const wrongInAll: Limit = { name: 'link-passwords', count: 100, windowS: 60 * 60 };
const openLimit: Limit = { name: 'open-link', count: 120, windowS: 60 };
const joinLimit: Limit = { name: 'join-link', count: 30, windowS: 60 };

const ended = 'This link doesn’t work any more. Ask the person who sent it for a new one.';

type Visit = { token: string; address: string; name?: string };
type RecordedLink = Pick<OpenLinkRow, 'id' | 'workspace_id' | 'user_id' | 'name'>;

/** Throws not_found for every link that doesn't work, whether or not there ever was one. */
export async function openShareLink(deps: { db: Db }, { token, address }: Visit) {
  await countAgainstLimit(deps.db, openLimit, ownerOf(address));
  const link = await findOpenLink(deps.db, { token, address });
  const { permission, password_hash, guests, max_guests, ends_at, embed_origin } = link;
  const is_full = guests >= max_guests;
  return { permission, has_password: password_hash !== null, is_full, ends_at, embed_origin };
}

/** Throws not_found, wrong_password, limit_reached while the link is full, and too_many_requests. */
export async function joinShareLink(
  deps: { db: Db },
  visit: Visit & { name: string; password: string | undefined; user_agent: string },
): Promise<{ access_token: string; ends_at: string }> {
  await countAgainstLimit(deps.db, joinLimit, ownerOf(visit.address));
  const link = await findOpenLink(deps.db, visit);
  if (link.password_hash !== null) await refuseWrongPassword(deps.db, link, visit);
  const secret = createSecret();
  const joined = await inTransaction(deps.db, async (tx) => {
    const now = await getOpenLink(tx, visit.token, true);
    if (now.guests >= now.max_guests) return undefined;
    const id = await insertGuest(tx, now, { ...visit, token_hash: hashSecret(secret) });
    const who = guestOf(now, visit, id);
    const details = { id, name: visit.name, link: now.name };
    await recordOf(tx, now.workspace_id, who, { kind: 'guest.joined', details });
    await announceAccess(tx, now.workspace_id);
    return { access_token: secret, ends_at: now.ends_at };
  });
  if (joined !== undefined) return joined;
  await recordLinkRefusal(deps.db, link, visit, 'full');
  const detail = 'As many guests as this link allows are there already. Try again when somebody has left.';
  throw new AppError('limit_reached', { detail });
}

/** Throws not_authenticated when they were cut off in this moment. */
export async function getGuest(deps: { db: Db }, caller: Principal) {
  const guest = await selectGuest(deps.db, caller.credential_id);
  if (guest === undefined) throw new AppError('not_authenticated');
  return guest;
}

/** Ids of the links whose guests the caller may cut off. */
export async function listManagedLinks(deps: { db: Db }, caller: Principal): Promise<string[]> {
  const links = await selectLinks(deps.db, caller.workspace_id, manageableBy(caller));
  return links.map(({ id }) => id);
}

export async function leaveAsGuest(deps: { db: Db }, caller: Principal): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const left = await updateCredentialRevoked(tx, caller.workspace_id, caller.credential_id, 'guest');
    await announceEnd(
      tx,
      caller.user_id,
      left.map(({ id }) => id),
    );
    await announceAccess(tx, caller.workspace_id);
  });
}

/** A visitor who only opens a link has typed no name yet. */
function guestOf(link: RecordedLink, { name = '', address }: Visit, id: string | null) {
  return { kind: 'guest', id, name, user_id: link.user_id, address } as const;
}

/** As `getOpenLink`; a try of a link after its end is recorded in its workspace. */
async function findOpenLink(db: Db, visit: Visit): Promise<OpenLinkRow> {
  const link = await selectUsable(db, visit.token);
  if (link !== undefined) return link;
  const old = hasSecretShape(visit.token) ? await selectEndedLink(db, hashSecret(visit.token)) : undefined;
  if (old !== undefined) await recordLinkRefusal(db, old, { ...visit, name: '' }, 'ended');
  throw new AppError('not_found', { detail: ended });
}

async function getOpenLink(db: Db, token: string, isLocked = false): Promise<OpenLinkRow> {
  const link = await selectUsable(db, token, isLocked);
  if (link === undefined) throw new AppError('not_found', { detail: ended });
  return link;
}

async function selectUsable(db: Db, token: string, isLocked = false): Promise<OpenLinkRow | undefined> {
  return hasSecretShape(token) ? selectOpenLink(db, hashSecret(token), isLocked) : undefined;
}

async function recordLinkRefusal(
  db: Db,
  link: RecordedLink,
  visit: Visit,
  why: 'password' | 'full' | 'ended',
): Promise<void> {
  const { id, workspace_id, name } = link;
  const refused = { subject: id, workspace_id, who: guestOf(link, visit, null) };
  await recordRefusal(db, refused, { kind: 'link.refused', details: { id, name, why } });
}

async function refuseWrongPassword(
  db: Db,
  link: OpenLinkRow,
  visit: Visit & { name: string; password: string | undefined },
): Promise<void> {
  const detail = 'This password isn’t right.';
  const wrong = () => new AppError('wrong_password', { detail, fields: { password: detail } });
  if (visit.password === undefined || visit.password === '') throw wrong();
  // Counted before it is checked, so that many at once don't get more tries.
  const counts = [
    [wrongFromHere, `${link.id} ${ownerOf(visit.address)}`],
    [wrongInAll, link.id],
  ] as const;
  for (const [limit, subject] of counts) await countAgainstLimit(db, limit, subject);
  const lane = { lane: 'customers', asker: ownerOf(visit.address) } as const;
  if (!(await isPasswordRight(link.password_hash ?? undefined, visit.password, lane))) {
    await recordLinkRefusal(db, link, visit, 'password');
    throw wrong();
  }
  for (const [limit, subject] of counts) await refund(db, limit, subject);
}
