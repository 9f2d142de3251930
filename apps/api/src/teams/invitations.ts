// Invitations: mailed, valid for 72 hours, once, and only for the address that they were sent to.
import {
  type Invitation,
  invitationHours,
  type Role,
  type Workspace,
  workspaceLimits,
} from '@pocketfleet/contract';
import { announceAccess, recordActivity, recordRefusal } from '../access/access.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Limit, withinLimits } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { firstLimit, refuseHigherRole, refuseMoreMoney } from './given-roles.ts';
import {
  countOpen,
  insertInvitation,
  insertInvited,
  isMember,
  lockInvitation,
  type MailedInvitation,
  selectInvitations,
  updateReplaced,
  updateWithdrawn,
} from './invitations.sql.ts';
import { countMembers, selectMembership, selectRole } from './members.sql.ts';
import { givePhones } from './members.ts';
import { invitationMail } from './team-mails.ts';
import { lockPerson } from './teams.sql.ts';
import { getWorkspace, lockTeam, refuseTooManyTeams, type TeamsDeps } from './teams.ts';

const day = 86_400;
/** Each invitation is a mail to somebody who has not asked for one. */
const inviterLimit: Limit = { name: 'invite', count: 100, windowS: day };
const inviteeLimit: Limit = { name: 'invite-mailbox', count: 5, windowS: day };
const acceptLimit: Limit = { name: 'invite-accept', count: 30, windowS: 3_600 };

type NewInvitation = {
  email: string;
  role: Role;
  phones: 'all' | readonly string[];
  monthly_limit_cents?: number | null | undefined;
};

export function listInvitations(deps: { db: Db }, caller: Principal): Promise<Invitation[]> {
  return selectInvitations(deps.db, caller.workspace_id);
}

/** Sent again, the earlier one no longer counts. Throws forbidden, already_done, limit_reached, invalid_input. */
export async function createInvitation(
  deps: TeamsDeps,
  caller: Principal,
  input: NewInvitation,
): Promise<Invitation> {
  const { workspace_id } = caller;
  const mailbox = hashSecret(input.email.toLowerCase()).toString('hex');
  const limits = [
    [inviterLimit, caller.user_id],
    [inviteeLimit, mailbox],
  ] as const;
  const id = await withinLimits(deps.db, limits, () =>
    inTransaction(deps.db, (tx) => inviteInTransaction(tx, deps, caller, input)),
  );
  const [invitation] = await selectInvitations(deps.db, workspace_id, id);
  if (invitation === undefined) throw new AppError('not_found');
  return invitation;
}

async function inviteInTransaction(
  tx: Db,
  deps: TeamsDeps,
  caller: Principal,
  input: NewInvitation,
): Promise<string> {
  const { workspace_id, user_id } = caller;
  const team = await lockTeam(tx, workspace_id);
  const own = await selectMembership(tx, workspace_id, user_id);
  if (own === undefined) throw new AppError('not_found');
  await refuseHigherRole(tx, caller, own, input.role);
  const monthly_limit_cents = firstLimit(input.role, input.monthly_limit_cents);
  await refuseMoreMoney(tx, caller, own, { role: input.role, cents: monthly_limit_cents });
  if (await isMember(tx, workspace_id, input.email)) {
    const detail = 'Somebody with this address is already in the team.';
    throw new AppError('already_done', { detail, fields: { email: detail } });
  }
  await updateReplaced(tx, workspace_id, input.email);
  await refuseFullTeam(tx, workspace_id, await countOpen(tx, workspace_id));
  const secret = createSecret();
  const isOwner = input.role === 'owner';
  const invited_with = caller.kind === 'person' ? null : caller.credential_id;
  const row = { workspace_id, email: input.email, role: input.role, invited_by: user_id, invited_with };
  const has_all_phones = isOwner || input.phones === 'all';
  const stored = { ...row, has_all_phones, monthly_limit_cents, token_hash: hashSecret(secret) };
  const id = await insertInvitation(tx, stored, invitationHours);
  await givePhones(tx, caller, { workspace_id, invitation_id: id }, has_all_phones ? 'all' : input.phones);
  const details = {
    email: input.email,
    role: input.role,
    phones: has_all_phones || input.phones === 'all' ? ('all' as const) : input.phones.length,
  };
  await recordActivity(tx, caller, { kind: 'member.invited', details });
  const facts = { team: team.name, inviter: own.first_name, role: input.role, email: input.email };
  const content = invitationMail(facts, secret, deps.config.publicUrl);
  await queueMail(tx, { to: input.email, template: 'team_invitation', content });
  await announceAccess(tx, workspace_id);
  return id;
}

async function refuseFullTeam(tx: Db, workspaceId: string, open: number): Promise<void> {
  const { openInvitations, members } = workspaceLimits;
  if (open >= openInvitations) {
    const detail = `There are ${openInvitations} open invitations, which is the most. Withdraw one of them first.`;
    throw new AppError('limit_reached', { detail });
  }
  if ((await countMembers(tx, workspaceId)).members < members) return;
  throw new AppError('limit_reached', { detail: `A team has at most ${members} members.` });
}

/** Throws not_found. */
export async function withdrawInvitation(deps: { db: Db }, caller: Principal, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, caller.workspace_id);
    const email = await updateWithdrawn(tx, caller.workspace_id, id);
    if (email === undefined) throw new AppError('not_found');
    await recordActivity(tx, caller, { kind: 'invitation.withdrawn', details: { email } });
    await announceAccess(tx, caller.workspace_id);
  });
}

/** Throws link_expired, forbidden, already_done, limit_reached. */
export async function acceptInvitation(
  deps: TeamsDeps,
  caller: Principal,
  token: string,
): Promise<Workspace> {
  return withinLimits(deps.db, [[acceptLimit, caller.user_id]], async () => {
    const accepted = await inTransaction(deps.db, (tx) => acceptInTransaction(tx, caller, token));
    if ('refused' in accepted) {
      await recordRefused(deps.db, caller, accepted);
      const { code, detail } = refusals[accepted.why];
      throw new AppError(code, { detail });
    }
    return getWorkspace(deps, { ...caller, workspace_id: accepted.workspace_id });
  });
}

/** A refusal is an answer and no error, so that its row in the activity outlives the transaction. */
async function acceptInTransaction(
  tx: Db,
  caller: Principal,
  token: string,
): Promise<{ workspace_id: string } | Refused> {
  const invitation = await lockInvitation(tx, hashSecret(token));
  const person = await lockPerson(tx, caller.user_id);
  if (invitation === undefined) {
    throw new AppError('link_expired', {
      detail: 'This invitation link isn’t valid. Ask for a new invitation.',
    });
  }
  // In every state: to another address, a link shows nothing but that it is for another.
  if (invitation.email.toLowerCase() !== person.email.toLowerCase())
    return { refused: invitation, why: 'other_address' };
  if (invitation.state !== 'open') return { refused: invitation, why: invitation.state };
  if (!(await mayStillInvite(tx, invitation))) return { refused: invitation, why: 'inviter' };
  if (await selectMembership(tx, invitation.workspace_id, caller.user_id)) {
    throw new AppError('already_done', { detail: 'You’re already in this team.' });
  }
  await refuseTooManyTeams(tx, caller.user_id);
  await refuseFullTeam(tx, invitation.workspace_id, 0);
  await insertInvited(tx, invitation, caller.user_id);
  const joined = { ...caller, workspace_id: invitation.workspace_id };
  await recordActivity(tx, joined, { kind: 'member.joined', details: { role: invitation.role } });
  await announceAccess(tx, invitation.workspace_id);
  return invitation;
}

/** The inviter is still in the team, and could send this invitation now. */
async function mayStillInvite(
  tx: Db,
  { workspace_id, invited_by, role }: MailedInvitation,
): Promise<boolean> {
  const inviter = invited_by === null ? undefined : await selectMembership(tx, workspace_id, invited_by);
  if (!inviter?.permissions.includes('members')) return false;
  return (await selectRole(tx, role)).rank <= inviter.rank;
}

type Refused = { refused: MailedInvitation; why: keyof typeof refusals };

const refusals = {
  other_address: {
    code: 'forbidden',
    detail:
      'This invitation is for another email address. Sign in with the account of the address that it was sent to.',
  },
  accepted: { code: 'already_done', detail: 'This invitation has already been used. Ask for a new one.' },
  withdrawn: {
    code: 'link_expired',
    detail: 'This invitation was withdrawn. Ask for a new one, or use the latest email that you got.',
  },
  expired: {
    code: 'link_expired',
    detail: `This invitation has expired: it was valid for ${invitationHours} hours. Ask for a new one.`,
  },
  inviter: {
    code: 'link_expired',
    detail:
      'The person who invited you may not do that any more. Ask somebody else in the team to invite you.',
  },
} as const;

async function recordRefused(
  db: Db,
  caller: Principal,
  { refused: invitation, why }: Refused,
): Promise<void> {
  const { user_id, name, address } = caller;
  const who = { kind: 'person', id: user_id, name, user_id, address } as const;
  const refused = { subject: invitation.id, workspace_id: invitation.workspace_id, who };
  const details = { email: invitation.email, why };
  await recordRefusal(db, refused, { kind: 'invitation.refused', details });
}
