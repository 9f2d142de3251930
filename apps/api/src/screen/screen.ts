// A phone's screen as data, and actions on it, for programs and people of a rental. The agent's replies come from the phone's
// screen and are untrusted; they are passed on as they are and never stored or logged. Each action carries the generation of the
// phone's seat, which grows when another caller takes it.
import { createHash } from 'node:crypto';
import {
  type AccessPermission,
  type ActionResult,
  type AskedAction,
  type HostStep,
  liveScreenSince,
  type ScreenReading,
  type ScreenRequest,
  type ScreenWait,
  stepsSince,
} from '@pocketfleet/contract';
import { nameAtHosts, recordScreenUse } from '../access/access.ts';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { getDevicePlace, isOlderVersion } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import type { Principal } from '../platform/principal.ts';
import type { SealKeys } from '../platform/sealed.ts';
import { recordTyped, useSecret } from '../secrets/secrets.ts';
import { claimSeat, countAction, seatPersonOf, seatTakenSentence } from '../streaming/streaming.ts';
import type { ScreenLines, ScreenPlace } from './screen-lines.ts';
import { selectIsStillAllowed } from './still-allowed.sql.ts';

/** For each caller and phone: five a second, more than a phone can answer for long. */
const readLimit: Limit = { name: 'screen_read', count: 300, windowS: 60 };
/** A panel asks once a second. */
const stepsLimit: Limit = { name: 'screen_steps', count: 180, windowS: 60 };
const answerWithinMs = 30_000;
/** A long text is typed in pieces and read back. */
const actionWithinMs = 55_000;
/** A wait is asked for in pieces, so that it ends within a second of the right to wait. */
const waitPieceMs = 1_000;

export type ScreenDeps = { db: Db; log: Log; lines: ScreenLines; config: { operatorSecretsKeys: SealKeys } };
type View = Extract<ScreenRequest, { type: 'read' }>['view'];
/** `maxBytes`: of the text, for a caller that takes no more. */
type Shown = { view: View; maxBytes?: number };
type Waiting = Shown & { until: ScreenWait; signal?: AbortSignal };

/** Throws device_not_assigned, assignment_not_started, too_many_requests, device_offline or device_failed. */
export async function readScreen(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  { view, maxBytes }: Shown,
): Promise<ScreenReading> {
  const { place, as } = await placeOf(deps, caller, deviceId, readLimit);
  const size = maxBytes === undefined ? {} : { max_bytes: maxBytes };
  const request = { type: 'read', caller: as, view, ...size } as const;
  const { reading } = await deps.lines.ask(place, request, answerWithinMs);
  if (reading === undefined) throw new AppError('device_failed');
  return reading;
}

/** Whether the picture of the screen shows a stored secret, as far as anybody knows. Counts as no reading of the caller. */
export async function showsSecret(deps: ScreenDeps, caller: Principal, deviceId: string): Promise<boolean> {
  const { place, as } = await placeOf(deps, caller, deviceId, readLimit);
  const request = { type: 'read', caller: `${as}:picture`, view: 'outline' } as const;
  const { reading } = await deps.lines.ask(place, request, answerWithinMs);
  if (reading === undefined) throw new AppError('device_failed');
  return reading.shows_secret === true;
}

/** Throws as readScreen does, and forbidden when the caller loses the right to wait. Ends early, unmatched, on the signal. */
export async function waitForScreen(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  { view, maxBytes, until, signal }: Waiting,
): Promise<ScreenReading & { matched: boolean }> {
  const { place, as } = await placeOf(deps, caller, deviceId, readLimit);
  const untilMs = performance.now() + until.timeout_ms;
  for (;;) {
    const leftMs = Math.max(0, Math.round(untilMs - performance.now()));
    const timeout_ms = Math.min(waitPieceMs, leftMs);
    const request = {
      type: 'wait',
      caller: as,
      view,
      until: { ...until, timeout_ms },
      goes_on: timeout_ms < leftMs,
      ...(maxBytes === undefined ? {} : { max_bytes: maxBytes }),
    } as const;
    const { reading, matched } = await deps.lines.ask(place, request, answerWithinMs);
    if (reading === undefined || matched === undefined) throw new AppError('device_failed');
    if (matched || timeout_ms === leftMs || signal?.aborted === true) return { ...reading, matched };
    await refuseUnlessStillAllowed(deps.db, caller, place);
  }
}

/**
 * The steps that the phone's host remembers, in the order of time, and when the caller's rental began; no steps of an older
 * agent. Throws as readScreen does.
 */
export async function listHostSteps(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
): Promise<{ steps: HostStep[]; rentedSince: string }> {
  const assignment = await getActiveAssignment(deps, deviceId, caller);
  await countAgainstLimit(deps.db, stepsLimit, `${caller.credential_id}:${deviceId}`);
  const rentedSince = assignment.starts_at;
  const { agent_version } = await getDevicePlace(deps, deviceId);
  if (isOlderVersion(agent_version, stepsSince)) return { steps: [], rentedSince };
  const place = { deviceId, assignmentId: assignment.id, expiresAt: assignment.expires_at };
  const { steps = [] } = await deps.lines.ask(place, { type: 'steps' }, answerWithinMs);
  await refuseUnlessStillAllowed(deps.db, caller, place);
  return { steps, rentedSince };
}

/** Throws as readScreen does. An action that can't be done is no error: the result says why. */
export async function actOnDevice(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  action: AskedAction & { action_id?: string | undefined },
): Promise<ActionResult> {
  const { place, as } = await placeOf(deps, caller, deviceId, 'action');
  const { kind } = caller;
  if (kind === 'guest') throw new AppError('forbidden');
  const { action_id = null, ...asked } = action;
  const action_hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  // Before the seat: who may not use a secret takes the phone from nobody.
  const { what, secret, typed } = await withSecret(deps, caller, deviceId, asked);
  const seat = await claimSeat(deps.db, place, seatPersonOf(caller), 'use');
  if ('taken_by' in seat) {
    const sent = { caller: as, action_hash, reads_new_words: true };
    const known = action_id === null ? undefined : await resultOf(deps, place, { ...sent, action_id });
    return known ?? { ...seatTaken, detail: seatTakenSentence(seat.taken_by) };
  }
  const { generation, own_since } = seat;
  const is_program = kind !== 'person';
  const who = seatPersonOf(caller);
  const by = { caller: as, generation, own_since, action_id, action_hash, is_program, who };
  const read = { reads_new_words: true };
  const request = { type: 'action', ...by, ...read, action: what, ...(secret && { secret }) } as const;
  let result: ActionResult | undefined;
  let wasSent = false;
  const onSent = (): void => {
    wasSent = true;
  };
  try {
    ({ result } = await deps.lines.ask(place, request, actionWithinMs, onSent));
  } finally {
    if (typed !== undefined && wasSent && result?.done !== false) {
      await recordTyped(deps, caller, { device_id: deviceId, action_id, as }, typed);
    }
  }
  if (result === undefined) throw new AppError('device_failed');
  return result;
}

/** Of an action that was sent while the caller had the seat: its repeat gets the same answer, though somebody else has it now. */
async function resultOf(
  deps: ScreenDeps,
  place: ScreenPlace,
  sent: { caller: string; action_id: string; action_hash: string; reads_new_words: boolean },
): Promise<ActionResult | undefined> {
  const { agent_version } = await getDevicePlace(deps, place.deviceId);
  if (isOlderVersion(agent_version, liveScreenSince)) return undefined;
  const request = { type: 'result_of', ...sent } as const;
  return (await deps.lines.ask(place, request, actionWithinMs)).result;
}

type Typed = Extract<ScreenRequest, { type: 'action' }>;

/** The action with the secret's value in place of its name, and which secret that is. Throws as useSecret, and device_failed for an older agent. */
async function withSecret(
  deps: ScreenDeps,
  caller: Principal,
  deviceId: string,
  asked: AskedAction,
): Promise<{
  what: Typed['action'];
  secret?: NonNullable<Typed['secret']>;
  typed?: { id: string; name: string };
}> {
  if (asked.action !== 'type') return { what: asked };
  const { secret: name, text = '', ...typing } = asked;
  if (name === undefined) return { what: { ...typing, text } };
  const { id, text: value, ...secret } = await useSecret(deps, caller, { name, deviceId });
  // An older agent would type it anywhere.
  const { agent_version } = await getDevicePlace(deps, deviceId);
  if (isOlderVersion(agent_version, liveScreenSince)) {
    throw new AppError('device_failed', { detail: 'The computer of this phone can’t type secrets yet.' });
  }
  return { what: { ...typing, text: value }, secret: { ...secret, name }, typed: { id, name } };
}

/** Whether the caller may still do this with the phone that they have now. `since`: and was not cut off from it after that. */
export async function isStillAllowed(
  { db }: Pick<ScreenDeps, 'db'>,
  { credential_id }: Principal,
  {
    assignmentId,
    permission,
    since = null,
  }: { assignmentId: string; permission: AccessPermission; since?: string | null },
): Promise<boolean> {
  return selectIsStillAllowed(db, { assignment_id: assignmentId, credential_id, permission, since });
}

const seatTaken: ActionResult = {
  untrusted: true,
  done: false,
  why: 'seat_taken',
  detail: '',
  confirmed: null,
  settled: null,
  changed: [],
  text: '',
  nodes: [],
};

/** `as`: the caller's name at the phone's host. */
async function placeOf(
  { db }: ScreenDeps,
  caller: Principal,
  deviceId: string,
  limit: Limit | 'action',
): Promise<{ place: ScreenPlace; as: string }> {
  const { id: assignmentId, expires_at: expiresAt } = await getActiveAssignment({ db }, deviceId, caller);
  if (limit === 'action') await countAction(db, caller, deviceId);
  else await countAgainstLimit(db, limit, `${caller.credential_id}:${deviceId}`);
  await recordScreenUse(db, caller, deviceId, limit === 'action' ? 'action' : 'reading');
  return { place: { deviceId, assignmentId, expiresAt }, as: await nameAtHosts(db, caller) };
}

async function refuseUnlessStillAllowed(db: Db, caller: Principal, place: ScreenPlace): Promise<void> {
  const { credential_id } = caller;
  const asked = {
    assignment_id: place.assignmentId,
    credential_id,
    permission: 'screen' as const,
    since: null,
  };
  if (!(await selectIsStillAllowed(db, asked))) throw new AppError('forbidden');
}
