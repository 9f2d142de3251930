// Embeds: a live phone in a page of the customer's own, for a while. An embed is a share link of one phone; its page may be
// framed by one origin alone, which the server says with each page (`frame-ancestors`).
import type { GuestPermission } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { hashSecret, hasSecretShape } from '../platform/secrets.ts';
import { selectOpenLink } from './share-links.sql.ts';
import { createShareLink, type ShareLinksDeps } from './share-links.ts';

const longestMs = 60 * 60_000;
/** Each page that shows it is a guest, for ten minutes after its last call. */
const maxPages = 50;

/** Throws what `createShareLink` throws, and invalid_input for more than an hour. */
export async function createEmbed(
  deps: ShareLinksDeps,
  caller: Principal,
  input: { device_id: string; origin: string; permission: GuestPermission; ends_at?: string | undefined },
): Promise<{ id: string; url: string; origin: string; permission: GuestPermission; ends_at: string }> {
  const phones = await deps.listPhones(caller);
  const phone = phones.find(({ device_id }) => device_id === input.device_id);
  if (phone === undefined) throw new AppError('device_not_assigned');
  const link = await createShareLink(deps, caller, {
    name: `Shown at ${new URL(input.origin).host}`.slice(0, 60),
    permission: input.permission,
    phones: [input.device_id],
    ends_at: endOf(deps, input.ends_at, phone.expires_at),
    password: null,
    max_guests: maxPages,
    embed_origin: input.origin,
  });
  const { id, url, permission, ends_at } = link;
  return { id, url, origin: input.origin, permission, ends_at };
}

/** The origin whose pages may frame this embed; undefined if it doesn't work. */
export async function findEmbedOrigin(deps: { db: Db }, token: string): Promise<string | undefined> {
  if (!hasSecretShape(token)) return undefined;
  return (await selectOpenLink(deps.db, hashSecret(token)))?.embed_origin ?? undefined;
}

function endOf(deps: ShareLinksDeps, given: string | undefined, rentalEnds: string | null): string {
  const latestMs = deps.clock.nowMs() + longestMs;
  if (given === undefined) {
    const endMs = rentalEnds === null ? latestMs : Math.min(latestMs, Date.parse(rentalEnds));
    return new Date(endMs).toISOString();
  }
  if (Date.parse(given) <= latestMs) return given;
  const detail = 'An embed lasts an hour at most. Choose an earlier end, and make another one later.';
  throw new AppError('invalid_input', { detail, fields: { ends_at: detail } });
}
