// The seat of a phone: who acts on it now, by the picture or by calls. Each change is published, so that every node's relay
// knows it, and grows the generation, which goes with all input to the phone.

import type { SeatPerson } from '@pocketfleet/relay';
import { listOwnIds, recordActivity } from '../access/access.ts';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Principal } from '../platform/principal.ts';
import { insertCutOff } from './cut-offs.sql.ts';
import * as rows from './seats.sql.ts';
import { cutOff, deviceSeatChanged } from './streaming.events.ts';

/** A person who does nothing for so long has left the phone to others. */
const idleS = 30;

type Place = { deviceId: string; assignmentId: string };
/**
 * `own_since`: the generation since which nobody else has had the seat, given back in between or not. `hasChanged`: somebody else
 * had it, or nobody. `before`: from whom it was taken; null where it was free, or its person had left.
 */
export type SeatOutcome =
  | { generation: number; own_since: number; hasChanged: boolean; before: SeatPerson | null }
  | { taken_by: SeatPerson | null; generation: number };

export async function claimSeat(
  db: Db,
  { deviceId, assignmentId }: Place,
  holder: SeatPerson,
  by: 'use' | 'take',
): Promise<SeatOutcome> {
  const claim = { device_id: deviceId, assignment_id: assignmentId, holder };
  return inTransaction(db, async (tx) => {
    const seat = await rows.claimSeat(tx, claim, { by, idleS });
    if (seat === undefined) {
      const { holder: taken_by = null, generation = 0 } = (await rows.selectSeat(tx, deviceId)) ?? {};
      return { taken_by, generation };
    }
    const { generation, ownSince: own_since, hasChanged, before } = seat;
    if (hasChanged) {
      await publish(tx, deviceSeatChanged, {
        device_id: deviceId,
        assignment_id: assignmentId,
        generation,
        holder,
      });
    }
    return { generation, own_since, hasChanged, before };
  });
}

export async function releaseSeat(
  db: Db,
  { deviceId, assignmentId }: Place,
  holder: SeatPerson,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const claim = { device_id: deviceId, assignment_id: assignmentId, holder };
    if (!(await rows.releaseSeat(tx, claim))) return;
    const { generation = 0 } = (await rows.selectSeat(tx, deviceId)) ?? {};
    const change = { device_id: deviceId, assignment_id: assignmentId, generation, holder: null };
    await publish(tx, deviceSeatChanged, change);
  });
}

/** Frees the phones of credentials that may no longer control them: of these, or of all. */
export async function releaseEndedSeats(db: Db, credentialIds: readonly string[] | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const released of await rows.releaseEndedSeats(tx, credentialIds))
      await publish(tx, deviceSeatChanged, { ...released, holder: null });
  });
}

/** Undefined where nobody has acted on this phone since the assignment began. */
export async function findSeat(db: Db, { deviceId, assignmentId }: Place): Promise<rows.SeatRow | undefined> {
  const seat = await rows.selectSeat(db, deviceId);
  return seat?.assignment_id === assignmentId ? seat : undefined;
}

/** For what a program does without the seat. Throws conflict while a person or a guest has the phone. */
export async function refuseWhilePersonHas(db: Db, { deviceId, assignmentId }: Place): Promise<void> {
  const person = await rows.selectPersonInSeat(db, {
    device_id: deviceId,
    assignment_id: assignmentId,
    idleS,
  });
  if (person !== null) throw new AppError('conflict', { detail: seatTakenSentence(person) });
}

export function seatPersonOf(caller: Principal): SeatPerson {
  const { kind, name, user_id, credential_id } = caller;
  return { kind, name, id: kind === 'person' ? user_id : credential_id };
}

type Seat = {
  holder: (SeatPerson & { is_you: boolean }) | null;
  since: string | null;
  generation: number;
};

/** Throws device_not_assigned or assignment_not_started. */
export async function getSeat(db: Db, caller: Principal, deviceId: string): Promise<Seat> {
  return describe(db, caller, await placeOf(db, caller, deviceId));
}

/** Throws as getSeat, and conflict for a program while a person has the phone. */
export async function takeSeat(db: Db, caller: Principal, deviceId: string): Promise<Seat> {
  const place = await placeOf(db, caller, deviceId);
  const outcome = await inTransaction(db, (tx) => take(tx, caller, place));
  if ('taken_by' in outcome) throw new AppError('conflict', { detail: seatTakenSentence(outcome.taken_by) });
  return describe(db, caller, place);
}

/** Does nothing for a caller who doesn't have it. */
export async function giveSeat(db: Db, caller: Principal, deviceId: string): Promise<Seat> {
  const place = await placeOf(db, caller, deviceId);
  const where = { device_id: deviceId, assignment_id: place.assignmentId };
  const holder = seatPersonOf(caller);
  await inTransaction(db, async (tx) => {
    const isGiven = await rows.releaseSeat(tx, { ...where, holder });
    const seat = await findSeat(tx, place);
    if (seat !== undefined && seat.holder !== null) return;
    // Also where the caller only had control among the windows, which takes no seat before the first input.
    const change = { ...where, generation: seat?.generation ?? 0, holder: null, given_by: holder.id };
    await publish(tx, deviceSeatChanged, change);
    const given = { kind: 'control.given_back', device_id: deviceId, details: {} } as const;
    if (isGiven) await recordActivity(tx, caller, given);
  });
  return describe(db, caller, place);
}

/**
 * Closes all that somebody has open on this phone, and takes the seat for the caller, so that a key's or a program's next
 * action is refused. Only who manages members cuts off a person. Throws forbidden.
 */
export async function cutSeat(
  db: Db,
  caller: Principal,
  deviceId: string,
  whom: Pick<SeatPerson, 'kind' | 'id'>,
): Promise<Seat> {
  const place = await placeOf(db, caller, deviceId);
  if (caller.kind !== 'person') {
    throw new AppError('forbidden', { detail: 'Only people can cut others off.' });
  }
  if (whom.kind === 'person' && whom.id !== caller.user_id && !caller.permissions.has('members')) {
    throw new AppError('forbidden', { detail: 'Only people who manage the team can cut off its members.' });
  }
  // The event closes at once; the row of the cut closes where the event is lost.
  await inTransaction(db, async (tx) => {
    const { kind } = whom;
    const where = { device_id: deviceId, assignment_id: place.assignmentId };
    let name: string | undefined;
    for (const id of await idsOfCut(tx, whom)) {
      name = (await insertCutOff(tx, place.assignmentId, { kind, id })) ?? name;
      await publish(tx, cutOff, { ...where, kind, id, by: caller.name });
    }
    if (name !== undefined) {
      const details = { name };
      await recordActivity(tx, caller, { kind: 'phone.cut_off', device_id: deviceId, details });
    }
    await take(tx, caller, place);
  });
  return describe(db, caller, place);
}

/** Sockets of a key name the id that it had when it opened them, before or after a rotation. */
async function idsOfCut(tx: Db, { kind, id }: Pick<SeatPerson, 'kind' | 'id'>): Promise<string[]> {
  if (kind !== 'key') return [id];
  const own = await listOwnIds(tx, { kind, user_id: '', credential_id: id });
  return own.length > 0 ? own : [id];
}

/** In the activity where somebody else had it. */
async function take(tx: Db, caller: Principal, place: Place): Promise<SeatOutcome> {
  const you = seatPersonOf(caller);
  const outcome = await claimSeat(tx, place, you, 'take');
  if ('before' in outcome && outcome.before !== null) {
    const { deviceId: device_id } = place;
    const details = { from: outcome.before.name };
    await recordActivity(tx, caller, { kind: 'control.taken', device_id, details });
  }
  return outcome;
}

/** Why an action or a taking was refused, in words. */
export function seatTakenSentence(holder: SeatPerson | null): string {
  const name = holder?.name ?? '';
  if (holder?.kind === 'person' || holder?.kind === 'guest') {
    return `A person has the phone: ${name}. It is free when they give it back, or ${idleS} seconds after they used it last.`;
  }
  return `Another program has the phone: ${name}. It is free when that program gives it back or its access ends, or when somebody takes it.`;
}

async function placeOf(db: Db, caller: Principal, deviceId: string): Promise<Place> {
  const { id } = await getActiveAssignment({ db }, deviceId, caller);
  return { deviceId, assignmentId: id };
}

async function describe(db: Db, caller: Principal, place: Place): Promise<Seat> {
  const seat = await findSeat(db, place);
  const own = await listOwnIds(db, caller);
  const holder = seat?.holder ?? null;
  return {
    holder: holder === null ? null : { ...holder, is_you: own.includes(holder.id) },
    since: seat?.since ?? null,
    generation: seat?.generation ?? 0,
  };
}
