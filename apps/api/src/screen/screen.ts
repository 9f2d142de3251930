// A phone's screen as data, and actions on it, for programs and people of a rental. What the agent tells comes from the phone's
// screen and is untrusted; it is passed on as it is and never stored or logged. Each action carries the generation of the
// phone's seat, which grows when another caller takes it.
import type {
  ActionResult,
  ScreenAction,
  ScreenReading,
  ScreenRequest,
  ScreenWait,
} from '@pocketfleet/contract';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import type { ScreenLines, ScreenPlace } from './screen-lines.ts';
import { claimSeat } from './seats.sql.ts';
import { selectIsStillAllowed } from './still-allowed.sql.ts';

/** For each caller and phone: five a second, more than a phone can answer for long. */
const readLimit: Limit = { name: 'screen_read', count: 300, windowS: 60 };
const actionLimit: Limit = { name: 'screen_action', count: 300, windowS: 60 };
const answerWithinMs = 30_000;
/** A long text is typed in pieces and read back. */
const actionWithinMs = 60_000;
/** A wait is asked for in pieces, so that it ends within a second of the right to wait. */
const waitPieceMs = 1_000;
const seatIdleS = 15;

export type ScreenDeps = { db: Db; lines: ScreenLines };
type View = Extract<ScreenRequest, { type: 'read' }>['view'];

/** Throws device_not_assigned, assignment_not_started, too_many_requests, device_offline or device_failed. */
export async function readScreen(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  view: View,
): Promise<ScreenReading> {
  const place = await placeOf(deps, caller, deviceId, readLimit);
  const request = { type: 'read', caller: caller.credential_id, view } as const;
  const { reading } = await deps.lines.ask(place, request, answerWithinMs);
  if (reading === undefined) throw new AppError('device_failed');
  return reading;
}

/** Throws as readScreen does, and forbidden when the caller loses the right to wait. */
export async function waitForScreen(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  { view, until }: { view: View; until: ScreenWait },
): Promise<ScreenReading & { matched: boolean }> {
  const place = await placeOf(deps, caller, deviceId, readLimit);
  const untilMs = performance.now() + until.timeout_ms;
  for (;;) {
    const leftMs = Math.max(0, Math.round(untilMs - performance.now()));
    const timeout_ms = Math.min(waitPieceMs, leftMs);
    const request = {
      type: 'wait',
      caller: caller.credential_id,
      view,
      until: { ...until, timeout_ms },
    } as const;
    const { reading, matched } = await deps.lines.ask(place, request, answerWithinMs);
    if (reading === undefined || matched === undefined) throw new AppError('device_failed');
    if (matched || timeout_ms === leftMs) return { ...reading, matched };
    await refuseUnlessStillAllowed(deps.db, caller, place);
  }
}

/** Throws as readScreen does. An action that can't be done is no error: the result says why. */
export async function actOnDevice(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  action: ScreenAction & { action_id?: string | undefined },
): Promise<ActionResult> {
  const place = await placeOf(deps, caller, deviceId, actionLimit);
  const { kind, credential_id, user_id } = caller;
  if (kind === 'guest') throw new AppError('forbidden');
  const holder_id = kind === 'person' ? user_id : credential_id;
  const claim = { device_id: deviceId, assignment_id: place.assignmentId, kind, holder_id };
  const generation = await claimSeat(deps.db, claim, seatIdleS);
  if (generation === undefined) return seatTaken;
  const { action_id = null, ...what } = action;
  const request = { type: 'action', caller: credential_id, generation, action_id, action: what } as const;
  const { result } = await deps.lines.ask(place, request, actionWithinMs);
  if (result === undefined) throw new AppError('device_failed');
  return result;
}

const seatTaken: ActionResult = {
  untrusted: true,
  done: false,
  why: 'seat_taken',
  detail: `Somebody else acts on this phone now. It is free ${seatIdleS} seconds after their last action.`,
  confirmed: null,
  settled: null,
  changed: [],
  text: '',
  nodes: [],
};

async function placeOf(
  { db }: ScreenDeps,
  caller: Principal,
  deviceId: string,
  limit: Limit,
): Promise<ScreenPlace> {
  const { id: assignmentId, expires_at: expiresAt } = await getActiveAssignment({ db }, deviceId, caller);
  await countAgainstLimit(db, limit, `${caller.credential_id}:${deviceId}`);
  return { deviceId, assignmentId, expiresAt };
}

async function refuseUnlessStillAllowed(db: Db, caller: Principal, place: ScreenPlace): Promise<void> {
  const { credential_id } = caller;
  const asked = { assignment_id: place.assignmentId, credential_id, permission: 'screen' as const };
  if (!(await selectIsStillAllowed(db, asked))) throw new AppError('forbidden');
}
