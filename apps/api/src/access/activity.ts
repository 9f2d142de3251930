// Activity: what happened in a workspace. Every feature writes it through here or by the SQL functions of migration 0680; rows
// are only added, which the database ensures. This file knows nothing of what is recorded but its kind and form.
import {
  type ActivityKind,
  type ActivityRow,
  activityKinds,
  type TicketPurpose,
} from '@pocketfleet/contract';
import type { z } from 'zod';
import type { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { isOverLimit, type Limit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import type { Principal } from '../platform/principal.ts';
import {
  beginSession,
  type Choices,
  type Cursor,
  countAdbOpens,
  countScreenUse,
  type Filter,
  insertActivity,
  type SessionKind,
  type Sight,
  type StoredRow,
  selectActivity,
  selectChoices,
  selectNewest,
  updateSocketSession,
  type Who,
} from './activity.sql.ts';
import { selectDoer } from './principals.sql.ts';

/** Refusals that are recorded: of each credential in a minute. Further ones are refused as well, and not recorded. */
const refusalLimit: Limit = { name: 'activity-refusal', count: 5, windowS: 60 };

/** Longer than any transaction that writes activity takes, and than the time between two looks. */
const newForS = 10;

type Entry = {
  [Kind in ActivityKind]: {
    kind: Kind;
    device_id?: string;
    details: z.input<(typeof activityKinds)[Kind]>;
  };
}[ActivityKind];

/** Somebody who acts in a workspace: a principal, or the owner of an open socket. */
export type Doer = Pick<
  Principal,
  'kind' | 'name' | 'user_id' | 'credential_id' | 'workspace_id' | 'address'
>;

/** To be called in the transaction of what is recorded, where there is one. */
export async function recordActivity(tx: Db, doer: Doer, entry: Entry): Promise<void> {
  await recordOf(tx, doer.workspace_id, whoIs(doer), entry);
}

/** A row about somebody whom no credential has let in. */
export async function recordOf(tx: Db, workspaceId: string, who: Who, entry: Entry): Promise<void> {
  const details = activityKinds[entry.kind].parse(entry.details);
  const device_id = entry.device_id ?? null;
  await insertActivity(tx, { workspace_id: workspaceId, kind: entry.kind, device_id, details, who });
}

/** A refusal, at most five in a minute for each `subject`: a credential, a link, an invitation. */
export async function recordRefusal(
  db: Db,
  refused: { subject: string; workspace_id: string; who: Who },
  entry: Entry,
): Promise<void> {
  if (await isOverLimit(db, refusalLimit, refused.subject)) return;
  await recordOf(db, refused.workspace_id, refused.who, entry);
}

/** Pages read what a person may not see, and ask for control before they only watch, as a matter of course. */
const isAskedByPages = (call: string): boolean => call.startsWith('GET ') || call.endsWith('/stream/start');

/** A call that its caller may not make. Of people's, those that pages make by themselves are not recorded. */
export async function recordForbidden(
  deps: { db: Db },
  caller: Principal,
  call: string,
  refusal: Pick<AppError, 'message'> & Partial<Pick<AppError, 'code'>>,
): Promise<void> {
  const isOfPage = refusal.code === 'device_not_assigned' || isAskedByPages(call);
  if (caller.kind === 'person' && isOfPage) return;
  const { credential_id: subject, workspace_id } = caller;
  const details = { call, why: refusal.message.slice(0, 300) };
  await recordRefusal(
    deps.db,
    { subject, workspace_id, who: whoIs(caller) },
    { kind: 'call.refused', details },
  );
}

export type RefusedTicketWhy = z.input<(typeof activityKinds)['ticket.refused']>['why'];

/** A ticket was refused because a right was lost since it was bought. */
export async function recordRefusedTicket(
  db: Db,
  use: Doer & { device_id: string; purpose: TicketPurpose },
  why: RefusedTicketWhy,
): Promise<void> {
  const { credential_id: subject, workspace_id, device_id, purpose } = use;
  const refused = { subject, workspace_id, who: whoIs(use) };
  await recordRefusal(db, refused, { kind: 'ticket.refused', device_id, details: { purpose, why } });
}

type RefusedSocket = z.input<(typeof activityKinds)['socket.refused']>;
export type RefusedSocketWhy = RefusedSocket['why'];

/** A ticket of a socket that is about no phone was refused for a right that was lost. The refusal stands, also where it can't be recorded. */
export async function recordRefusedSocket(
  { db, log }: { db: Db; log: Log },
  owner: { credential_id: string; workspace_id: string; address: string },
  details: RefusedSocket,
): Promise<void> {
  try {
    const doer = await selectDoer(db, owner.credential_id);
    if (doer === undefined) return;
    const { credential_id: subject, workspace_id } = owner;
    const refused = { subject, workspace_id, who: whoIs({ ...doer, ...owner }) };
    await recordRefusal(db, refused, { kind: 'socket.refused', details });
  } catch (error) {
    log.error({ err: error }, 'a refused ticket could not be recorded');
  }
}

const sessionKinds: Partial<Record<TicketPurpose, SessionKind>> = {
  view: 'phone.watched',
  control: 'phone.opened',
  shell: 'phone.shell',
  files: 'phone.files',
  adb: 'phone.adb',
  screen: 'screen.watched',
};

type SocketUse = Doer & { device_id: string; session_id: string; purpose: TicketPurpose };

/** A socket was opened: its session begins, or goes on. */
export async function recordSocket(db: Db, socketId: string, use: SocketUse): Promise<void> {
  const kind = sessionKinds[use.purpose];
  if (kind !== undefined) await updateSocketSession(db, socketId, { ...use, kind, who: whoIs(use) });
}

/** Records the services that a customer's adb has opened on a phone, by kind. */
export function recordAdbOpens(
  db: Db,
  use: SocketUse,
  opens: Readonly<Record<string, number>>,
): Promise<void> {
  return countAdbOpens(db, use, opens);
}

/** A reading of a screen or an action on it: all of a caller's on a phone are one session. */
export async function recordScreenUse(
  db: Db,
  caller: Doer,
  device_id: string,
  use: 'reading' | 'action',
): Promise<void> {
  const { workspace_id, credential_id } = caller;
  const session = { workspace_id, device_id, credential_id, session_id: credential_id };
  await countScreenUse(db, { ...session, kind: 'screen.used', who: whoIs(caller) }, use === 'action');
}

/** A command in a phone's shell, or a call for its files or apps: those of a caller that follow each other closely are one session. */
export async function recordUse(
  db: Db,
  caller: Doer,
  device_id: string,
  kind: 'phone.shell' | 'phone.files',
): Promise<void> {
  const { workspace_id, credential_id } = caller;
  const session = { workspace_id, device_id, credential_id, session_id: credential_id };
  await beginSession(db, { ...session, kind, who: whoIs(caller) });
}

function whoIs({ kind, name, user_id, credential_id, address }: Doer): Who {
  return { kind, id: kind === 'person' ? user_id : credential_id, name, user_id, address };
}

/** The permission `members` sees all; others what they did, and what happened on phones that they have. */
function sightOf({ kind, permissions, user_id, credential_id, phones }: Principal): Sight {
  if (permissions.has('members')) return 'all';
  return { own: kind === 'person' ? { user_id } : { who_id: credential_id }, phones };
}

export type ActivityQuery = {
  person?: readonly string[] | undefined;
  key?: readonly string[] | undefined;
  phone?: readonly string[] | undefined;
  kind?: readonly ActivityKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

type ActivityList = { rows: ActivityRow[]; next_cursor: string | null };

/** Lists the rows that the caller may see, newest first. People and keys are one filter: a row has one of them. */
export async function listActivity(
  deps: { db: Db },
  caller: Principal,
  query: ActivityQuery,
): Promise<ActivityList> {
  const seesAll = caller.permissions.has('members');
  // A key acts for its maker, but the places where they and their guests are is none of its business.
  const isOwn = ({ user_id, who }: ReadRow) =>
    caller.kind === 'person' ? user_id === caller.user_id : who.id === caller.credential_id;
  const page = await readActivity(deps, caller.workspace_id, sightOf(caller), query);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...forCustomers(row),
      address: row.who.kind === 'operator' || !(seesAll || isOwn(row)) ? null : row.address,
    })),
  };
}

/** Everything of a workspace, for our team: with the names of our operators. */
export async function listAllActivity(
  deps: { db: Db },
  workspaceId: string,
  query: ActivityQuery,
): Promise<ActivityList> {
  const page = await readActivity(deps, workspaceId, 'all', query);
  return { ...page, rows: page.rows.map(({ user_id: _, ...row }) => row as ActivityRow) };
}

/**
 * Returns a function that gives those of some workspaces in which something was recorded since it was last called. A row
 * that is committed later than a newer one is found as well: it makes more of them.
 */
export function findNewActivity(deps: { db: Db }): (workspaceIds: readonly string[]) => Promise<string[]> {
  let known = new Map<string, { newest: number; rows: number }>();
  return async (workspaceIds) => {
    const found = await selectNewest(deps.db, workspaceIds, newForS);
    const before = known;
    known = new Map(found.map(({ workspace_id, ...rest }) => [workspace_id, rest]));
    return found
      .filter(({ workspace_id, newest, rows }) => {
        const last = before.get(workspace_id);
        return last === undefined || newest > last.newest || rows > last.rows;
      })
      .map(({ workspace_id }) => workspace_id);
  };
}

export function listActivityChoices(deps: { db: Db }, caller: Principal): Promise<Choices> {
  return selectChoices(deps.db, caller.workspace_id, sightOf(caller));
}

type ReadRow = ReturnType<typeof toRow>;

async function readActivity(
  deps: { db: Db },
  workspaceId: string,
  sight: Sight,
  { person, key, cursor, limit, ...rest }: ActivityQuery,
): Promise<{ rows: ReadRow[]; next_cursor: string | null }> {
  const who = person === undefined && key === undefined ? undefined : [...(person ?? []), ...(key ?? [])];
  const filter: Filter = { ...rest, who };
  // One row more than asked for shows whether there is a next page.
  const after = parseCursor(cursor);
  const rows = await selectActivity(deps.db, workspaceId, { filter, sight, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next_cursor = rows.length > limit && last ? `${Date.parse(last.at)}.${last.id}` : null;
  return { rows: shown.map(toRow), next_cursor };
}

function toRow({ who_kind, who_id, who_name, device_id, device_tag, details, ...row }: StoredRow) {
  return {
    ...row,
    who: { kind: who_kind, id: who_id, name: who_name },
    phone: device_id === null || device_tag === null ? null : { id: device_id, tag: device_tag },
    // Fields that this version doesn't know are left out; a newer node may have written them.
    details: activityKinds[row.kind].safeParse(details).data ?? {},
  };
}

/** Which of our operators it was is our team's business. */
function forCustomers({ user_id: _, ...row }: ReadRow): ActivityRow {
  const isOurs = row.who.kind === 'operator';
  return { ...row, who: isOurs ? { kind: 'operator', id: null, name: '' } : row.who } as ActivityRow;
}

function parseCursor(cursor: string | undefined): Cursor | null {
  const [at_ms, id] = (cursor ?? '').split('.').map(Number);
  return at_ms === undefined || id === undefined ? null : { at_ms, id };
}
