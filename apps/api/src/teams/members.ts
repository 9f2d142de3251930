// Members of a team: their role, phones and limit, and the end of their membership.
import type { ListedMember, Member, Role } from '@pocketfleet/contract';
import { announceAccess, endCredentials, recordActivity, refuseWithout } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { findLacking, firstLimit, refuseHigherRole, refuseMoreMoney } from './given-roles.ts';
import {
  countMembers,
  deleteMember,
  type Membership,
  replaceGrants,
  selectMembers,
  selectMembership,
  selectNamedPhones,
  updateMemberRow,
} from './members.sql.ts';
import { lockTeam } from './teams.ts';
import { withdrawInvitations } from './withdrawn-invitations.ts';

type Phones = 'all' | readonly string[];
export type MemberChange = {
  role?: Role | undefined;
  phones?: Phones | undefined;
  monthly_limit_cents?: number | null | undefined;
};

/** Any member sees the names and roles of the others. Keys and programs need the permission, and it shows the rest. */
export async function listMembers(deps: { db: Db }, caller: Principal): Promise<ListedMember[]> {
  if (caller.kind !== 'person') refuseWithout(caller, 'members');
  const members = await selectMembers(deps.db, caller.workspace_id);
  if (caller.permissions.has('members')) return members;
  return members.map(({ user_id, username, first_name, last_name, role }) => ({
    user_id,
    username,
    first_name,
    last_name,
    role,
  }));
}

/** Throws forbidden, last_owner, not_found, invalid_input. */
export async function updateMember(
  deps: { db: Db },
  caller: Principal,
  userId: string,
  change: MemberChange,
): Promise<Member> {
  const target = { workspace_id: caller.workspace_id, user_id: userId };
  await inTransaction(deps.db, async (tx) => {
    const { own, other } = await lockBoth(tx, caller, userId);
    const role = change.role ?? other.role;
    if (change.role !== undefined) await refuseHigherRole(tx, caller, own, change.role);
    if (other.role === 'owner' && role !== 'owner') await refuseLastOwner(tx, caller.workspace_id);
    if (change.monthly_limit_cents !== undefined && userId === caller.user_id && own.role !== 'owner') {
      throw new AppError('forbidden', { detail: 'You can’t change your own limit. Ask an owner.' });
    }
    const limit = await limitAfter(tx, caller, { own, other, role, given: change.monthly_limit_cents });
    // An owner has all phones; a new owner gets them.
    const phones = role === 'owner' ? becomeOwnersPhones(change.phones) : change.phones;
    if (phones !== undefined) await givePhones(tx, caller, target, phones);
    await updateMemberRow(tx, target, {
      role: change.role ?? null,
      has_all_phones: phones === undefined ? null : phones === 'all',
      limit: limit === undefined ? null : { cents: limit },
    });
    const before = other.monthly_limit_cents;
    const isLimited = limit !== undefined && limit !== null && (before === null || limit < before);
    const isNarrowed = (phones !== undefined && phones !== 'all') || isLimited;
    if (isNarrowed || role !== other.role) await withdrawInvitations(tx, caller, target, isNarrowed);
    const details = {
      user_id: userId,
      name: other.username,
      ...(role !== other.role && { role: { from: other.role, to: role } }),
      ...(phones !== undefined && { phones: phones === 'all' ? phones : phones.length }),
      ...(limit !== undefined && { monthly_limit_cents: limit }),
    };
    await recordActivity(tx, caller, { kind: 'member.changed', details });
    await announceAccess(tx, caller.workspace_id);
  });
  const [member] = await selectMembers(deps.db, target.workspace_id, userId);
  if (member === undefined) throw new AppError('not_found');
  return member;
}

/** Undefined: it stays as it is. Only what lets the member spend more is compared with the caller's own limit. */
async function limitAfter(
  tx: Db,
  caller: Principal,
  {
    own,
    other,
    role,
    given,
  }: { own: Membership; other: Membership; role: Role; given: number | null | undefined },
): Promise<number | null | undefined> {
  const before = other.monthly_limit_cents;
  const isNewRole = role !== other.role;
  const after = isNewRole && before === null ? firstLimit(role, given) : given;
  const cents = after === undefined ? before : after;
  const isLowered = cents !== null && (before === null || cents <= before);
  if (isNewRole || !isLowered) await refuseMoreMoney(tx, caller, own, { role, cents });
  return cents === before ? given : cents;
}

function becomeOwnersPhones(phones: Phones | undefined): 'all' {
  if (phones === undefined || phones === 'all') return 'all';
  const detail = 'An owner always has all phones.';
  throw new AppError('invalid_input', { detail, fields: { phones: detail } });
}

/** Ends the membership, and with it at once what the member opened in the team and their keys for it. */
export async function removeMember(deps: { db: Db }, caller: Principal, userId: string): Promise<void> {
  const { workspace_id } = caller;
  await inTransaction(deps.db, async (tx) => {
    const { other } = await lockBoth(tx, caller, userId);
    if (other.role === 'owner') await refuseLastOwner(tx, workspace_id);
    const member = { workspace_id, user_id: userId };
    await endCredentials(tx, member);
    await deleteMember(tx, member);
    await withdrawInvitations(tx, caller, member);
    await recordActivity(
      tx,
      caller,
      userId === caller.user_id
        ? { kind: 'member.left', details: {} }
        : { kind: 'member.removed', details: { user_id: userId, name: other.username } },
    );
    await announceAccess(tx, workspace_id);
  });
}

/** Locks the team; both are members, and the other's role isn't above the caller's. */
async function lockBoth(
  tx: Db,
  caller: Principal,
  userId: string,
): Promise<{ own: Membership; other: Membership }> {
  await lockTeam(tx, caller.workspace_id);
  const own = await selectMembership(tx, caller.workspace_id, caller.user_id);
  const other = await selectMembership(tx, caller.workspace_id, userId);
  if (own === undefined || other === undefined) throw new AppError('not_found');
  if (other.rank > own.rank) {
    const detail = `Only an owner can change ${other.role === 'owner' ? 'another owner' : 'this member'}.`;
    throw new AppError('forbidden', { detail });
  }
  const lacking = await findLacking(tx, caller, other.role);
  if (lacking === undefined) return { own, other };
  const detail = `This member may do more than this ${caller.kind}, which does not have the permission “${lacking}”.`;
  throw new AppError('forbidden', { detail });
}

async function refuseLastOwner(tx: Db, workspaceId: string): Promise<void> {
  if ((await countMembers(tx, workspaceId)).owners <= 1) throw new AppError('last_owner');
}

type Holder = Parameters<typeof replaceGrants>[1];

/**
 * Throws forbidden for phones that the caller doesn't have, and invalid_input for those that the team doesn't have. Phones that
 * the holder has already may stay, so that somebody who lacks them can change the others.
 */
export async function givePhones(tx: Db, caller: Principal, holder: Holder, phones: Phones): Promise<void> {
  const own = caller.phones;
  if (own !== 'all') {
    const theirs = await selectNamedPhones(tx, holder);
    if (phones === 'all' || phones.some((id) => !own.includes(id) && !theirs.includes(id.toLowerCase()))) {
      const detail = 'You can give only phones that you have yourself.';
      throw new AppError('forbidden', { detail, fields: { phones: detail } });
    }
  }
  const named = phones === 'all' ? [] : [...new Set(phones.map((id) => id.toLowerCase()))];
  const given = await replaceGrants(tx, holder, named);
  if (given === named.length) return;
  const detail = 'One of these phones isn’t rented by this team now. Choose the phones again.';
  throw new AppError('invalid_input', { detail, fields: { phones: detail } });
}
