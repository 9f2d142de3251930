// The steps of a cleaning. Its whole state is in its row, so that any node can do the next step after a crash. A command is
// sent again until its result arrives, and the result is checked. After three failed attempts the device is quarantined and
// our team gets an alarm.
import { randomUUID } from 'node:crypto';
import type { CheckResult, CommandMessage, CommandResult } from '@pocketfleet/contract';
import {
  type HostLinks,
  sendCommand,
  setDeviceQuarantined,
  setDeviceReady,
  setTenantUser,
} from '../devices/devices.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import {
  lockOpenCleaning,
  type OpenCleaning,
  type Purpose,
  selectBaseline,
  selectByCommand,
  updateAttempted,
  updateFinished,
  updateSent,
  updateWaiting,
  upsertBaseline,
} from './cleaning.sql.ts';
import { advanceTask, tenantPreparedTask } from './cleaning.tasks.ts';

export type StepDeps = { db: Db; clock: Clock; links: HostLinks; log: Log };
type Command = Omit<CommandMessage, 'type'>;
/** Writes the log line, after the commit. */
type LogResult = () => void;

const maxAttempts = 3;
/** Before the second and the third attempt. */
const backoffMs = [2_000, 15_000];
/**
 * An attempt without evidence has examined nothing: the phone, its cable, its agent or its host failed. It says nothing about
 * the phone's content, so it is repeated without being counted, up to this many times.
 */
const maxUncounted: { readonly [For in Purpose]: number } = { join: 30, clean: 30, prepare: 10 };
/** The delay after an attempt that is not counted. It grows by `step` each time. */
const uncountedDelay = { step: 2_000, most: 30_000 };
/**
 * A command without a result is sent again while the device is online: the result was lost, or the agent has restarted. An
 * agent executes a command with the same id only once.
 */
const resendAfterMs = 2_000;
/** How often an offline device is checked. Its return also publishes `devices_changed`. */
const checkOfflineAfterMs = 30_000;
const limitMs: { readonly [For in Purpose]: number } = { join: 120_000, clean: 600_000, prepare: 120_000 };
const commandOf = { join: 'take_baseline', clean: 'clean', prepare: 'prepare_tenant' } as const;

/** Does the next step if it is due, and enqueues the job for the one after it. */
export async function advanceCleaning(deps: StepDeps, cleaningId: string): Promise<void> {
  const next = await inTransaction(deps.db, async (tx) => {
    const cleaning = await lockOpenCleaning(tx, cleaningId);
    if (cleaning === undefined) return undefined;
    const step = await nextStep(deps, tx, cleaning);
    await enqueue(
      tx,
      advanceTask,
      { cleaning_id: cleaningId },
      { key: `cleaning:${cleaningId}`, runAt: later(deps, step.retryAfterMs) },
    );
    return step;
  });
  next?.log?.();
  if (next?.command !== undefined) await sendCommand(deps, next.command);
}

async function nextStep(
  deps: StepDeps,
  tx: Tx,
  cleaning: OpenCleaning,
): Promise<{ retryAfterMs: number; command?: Command; log?: LogResult }> {
  const { id, device_id, purpose, sent_ms_ago, due_in_ms } = cleaning;
  const isInProgress = sent_ms_ago !== null;
  if (isInProgress && sent_ms_ago > limitMs[purpose]) {
    const detail = 'the phone did not finish in time';
    return {
      retryAfterMs: 0,
      log: await endAttempt(deps, tx, cleaning, { ok: false, detail, isLate: true }),
    };
  }
  if (!cleaning.is_online) {
    // A device is also offline while it restarts, so only the time limit above ends an attempt.
    if (!isInProgress) await updateWaiting(tx, id, 0);
    return { retryAfterMs: isInProgress ? resendAfterMs : checkOfflineAfterMs };
  }
  const isNotDue = due_in_ms > 0;
  if (isNotDue) return { retryAfterMs: due_in_ms };
  const command_id = cleaning.command_id ?? randomUUID();
  await updateSent(tx, id, command_id, resendAfterMs);
  const baseline = purpose === 'clean' ? await selectBaseline(tx, device_id) : undefined;
  return {
    retryAfterMs: resendAfterMs,
    command: {
      command_id,
      device_id,
      command: commandOf[purpose],
      deadline_ms: limitMs[purpose],
      ...(baseline === undefined ? {} : { baseline }),
      ...(cleaning.assignment_id === null ? {} : { assignment_id: cleaning.assignment_id }),
    },
  };
}

type Outcome = Pick<CommandResult, 'ok' | 'detail' | 'evidence' | 'baseline' | 'tenant_user'> & {
  /** No result arrived in time. */
  isLate?: boolean;
};

/** Applies a result once: for a repeated or late result no cleaning has this command id. */
export async function applyCommandResult(deps: StepDeps, result: CommandResult): Promise<void> {
  const log = await inTransaction(deps.db, async (tx) => {
    const id = await selectByCommand(tx, result.command_id);
    const cleaning = id === undefined ? undefined : await lockOpenCleaning(tx, id);
    if (cleaning?.command_id !== result.command_id || cleaning.device_id !== result.device_id) return;
    return endAttempt(deps, tx, cleaning, result);
  });
  log?.();
}

async function endAttempt(
  deps: StepDeps,
  tx: Tx,
  cleaning: OpenCleaning,
  outcome: Outcome,
): Promise<LogResult> {
  const { id, device_id, purpose, attempts, assignment_id } = cleaning;
  const { evidence } = outcome;
  const detail = outcome.ok ? findProofError(purpose, outcome) : outcome.detail || 'the agent gave no reason';
  if (detail === '') {
    await updateFinished(tx, id, { state: 'proven', detail: '', evidence });
    if (outcome.baseline !== undefined && purpose === 'join') {
      await upsertBaseline(tx, device_id, outcome.baseline);
    }
    if (purpose !== 'prepare') await setDeviceReady(tx, device_id, id);
    else if (assignment_id !== null && outcome.tenant_user !== undefined) {
      await setTenantUser(tx, device_id, outcome.tenant_user);
      await enqueue(tx, tenantPreparedTask, { assignment_id });
    }
    return () => deps.log.info({ device_id, cleaning_id: id, purpose }, 'a cleaning has succeeded');
  }
  const isFree = isUncounted(cleaning, outcome);
  const counted = isFree ? attempts : attempts + 1;
  const broken_off = cleaning.broken_off + (isFree ? 1 : 0);
  if (counted < maxAttempts) {
    const retryAfterMs = isFree ? uncountedDelayMs(purpose, broken_off) : (backoffMs[counted - 1] ?? 0);
    await updateAttempted(tx, id, { attempts: counted, broken_off, detail, evidence, retryAfterMs });
    await enqueue(
      tx,
      advanceTask,
      { cleaning_id: id },
      { key: `cleaning:${id}`, runAt: later(deps, retryAfterMs) },
    );
    return () =>
      deps.log.info({ device_id, cleaning_id: id, purpose, detail, retryAfterMs }, 'a cleaning is retried');
  }
  await updateFinished(tx, id, { state: 'failed', detail, evidence });
  await setDeviceQuarantined(
    tx,
    device_id,
    `${purpose === 'prepare' ? 'no tenant’s user' : 'not proven clean'}: ${detail}`,
  );
  // This raises an alarm, which mails the evidence to our team.
  return () => deps.log.error({ device_id, cleaning_id: id, detail }, 'a device could not be proven clean');
}

/** An attempt doesn't count when the device went offline, or failed before anything was examined. */
function isUncounted({ purpose, is_online, broken_off }: OpenCleaning, outcome: Outcome): boolean {
  if (outcome.ok || outcome.evidence !== undefined) return false;
  if (is_online && (outcome.isLate === true || purpose === 'prepare')) return false;
  return broken_off < maxUncounted[purpose];
}

/** A tenant waits for a preparation, so its delay doesn't grow. */
function uncountedDelayMs(purpose: Purpose, brokenOff: number): number {
  const times = purpose === 'prepare' ? 1 : brokenOff;
  return Math.min(uncountedDelay.most, uncountedDelay.step * times);
}

function later({ clock }: StepDeps, ms: number): string {
  return new Date(clock.nowMs() + ms).toISOString();
}

/** A successful result must also contain all required evidence. Returns the error, or an empty text. */
function findProofError(purpose: Purpose, { evidence, baseline, tenant_user }: Outcome): string {
  if (purpose === 'prepare') return tenant_user === undefined ? 'no user was named' : '';
  if (purpose === 'join' && baseline === undefined) return 'no baseline was taken';
  const found = new Map((evidence ?? []).map((one: CheckResult) => [one.check, one.ok]));
  const missing = requiredChecks[purpose].filter((check) => found.get(check) !== true);
  const wrong = (evidence ?? []).filter(({ ok }) => !ok).map(({ check }) => check);
  const lacking = [...new Set([...missing, ...wrong])];
  return lacking.length === 0 ? '' : `not proven: ${lacking.join(', ')}`;
}

const commonChecks = [
  'users',
  'packages',
  'permissions',
  'accounts',
  'shared_files',
  'shell_files',
  'settings',
  'properties',
  'display',
] as const;
const requiredChecks = {
  join: [...commonChecks, 'tenant_user'],
  clean: [...commonChecks, 'apps', 'tunnels', 'owner_data', 'clipboard', 'restart', 'host_spool'],
} as const;
