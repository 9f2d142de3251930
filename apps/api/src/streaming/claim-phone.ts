// Calls that change a phone without touching its screen count as actions, and are refused while somebody else has the phone.
import { recordScreenUse } from '../access/access.ts';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { claimSeat, findSeat, refuseWhilePersonHas, seatPersonOf, seatTakenSentence } from './seats.ts';

/** For each caller and phone: five a second, more than a phone can do for long. */
const actionLimit: Limit = { name: 'screen_action', count: 300, windowS: 60 };

type Counted = Pick<Principal, 'kind' | 'credential_id'> & {
  key?: Pick<NonNullable<Principal['key']>, 'family_id' | 'actions_a_minute'> | undefined;
};

/** Throws too_many_requests. Of a key or a connected program that somebody has limited, with its family and on all its phones. */
export async function countAction(db: Db, caller: Counted, deviceId: string): Promise<void> {
  await countAgainstLimit(db, actionLimit, `${caller.credential_id}:${deviceId}`);
  const { kind, key } = caller;
  const count = key?.actions_a_minute ?? null;
  if (key === undefined || count === null) return;
  const why = `This ${kind} may do ${count === 1 ? '1 action' : `${count} actions`} a minute and has reached this limit.`;
  await countAgainstLimit(db, { name: 'own_action', count, windowS: 60 }, key.family_id, why);
}

/**
 * Counts the action, and takes the phone's seat. A caller who may not control the phone can't have it, and is refused while
 * somebody else has it. Throws conflict, with who has the phone, and as countAction and getActiveAssignment.
 */
export async function claimPhone({ db }: { db: Db }, caller: Principal, deviceId: string): Promise<void> {
  const { id: assignmentId } = await getActiveAssignment({ db }, deviceId, caller);
  await countAction(db, caller, deviceId);
  await recordScreenUse(db, caller, deviceId, 'action');
  const place = { deviceId, assignmentId };
  if (!caller.permissions.has('control')) {
    await refuseWhilePersonHas(db, place);
    const holder = (await findSeat(db, place))?.holder ?? null;
    if (holder?.kind !== 'key' && holder?.kind !== 'program') return;
    throw new AppError('conflict', { detail: seatTakenSentence(holder) });
  }
  const seat = await claimSeat(db, place, seatPersonOf(caller), 'use');
  if ('taken_by' in seat) throw new AppError('conflict', { detail: seatTakenSentence(seat.taken_by) });
}

/**
 * For keys and connected programs: counts the action, and refuses it while a person has the phone. It takes no seat, which a
 * program that calls once and goes would keep. People see the phone, and who has it. Throws as claimPhone.
 */
export async function countForProgram(
  { db }: { db: Db },
  caller: Principal,
  deviceId: string,
): Promise<void> {
  if (caller.kind === 'person') return;
  const { id: assignmentId } = await getActiveAssignment({ db }, deviceId, caller);
  await countAction(db, caller, deviceId);
  await recordScreenUse(db, caller, deviceId, 'action');
  await refuseWhilePersonHas(db, { deviceId, assignmentId });
}
