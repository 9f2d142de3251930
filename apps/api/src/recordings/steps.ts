// The latest steps on a phone, for those who watch it: the steps that its host remembers, and what the activity knows beside
// them. Nothing of it is stored.
import type { RecordedEvent } from '@pocketfleet/contract';
import type { Principal } from '../platform/principal.ts';
import { listHostSteps, type ScreenDeps } from '../screen/screen.ts';
import { activityEventsDuring } from './activity-events.ts';
import type { RecordingDeps } from './recordings.ts';

const stretchMs = 60 * 60_000;
const maxSteps = 100;

/** Throws device_not_assigned, assignment_not_started, device_offline or device_failed. */
export async function listSteps(
  { db, clock, screen }: Pick<RecordingDeps, 'db' | 'clock'> & { screen: ScreenDeps },
  caller: Principal,
  deviceId: string,
): Promise<{ untrusted: true; from: string; events: RecordedEvent[] }> {
  const { steps, rentedSince } = await listHostSteps(screen, caller, deviceId);
  const nowMs = Math.round(clock.nowMs());
  // The activity of an earlier rental of the same phone belongs to its renter.
  const fromMs = Math.max(nowMs - stretchMs, Date.parse(rentedSince));
  const from = new Date(fromMs).toISOString();
  const ofHost = steps
    .map(({ age_ms, action }) => ({ ...action, at_ms: nowMs - fromMs - age_ms }))
    .filter(({ at_ms }) => at_ms >= 0);
  const during = { workspace_id: caller.workspace_id, device_id: deviceId, from, to: null, newest: maxSteps };
  const events = [...ofHost, ...(await activityEventsDuring(db, during))];
  return { untrusted: true, from, events: events.sort((a, b) => a.at_ms - b.at_ms).slice(-maxSteps) };
}
