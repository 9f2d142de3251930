// The steps of a cleaning. Everything that is known is in its row, so any node may do the next step, after any
// crash: a command is sent, sent again until it is answered, and judged; after three failures the device is
// set aside and our team is told.
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
  lockOpen,
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
/** What the log says of it, once it is stored. */
type Tell = () => void;

const maxAttempts = 3;
/** Before the second and the third attempt. */
const backoffMs = [2_000, 15_000];
/**
 * An attempt without evidence looked at nothing: the phone, its cable, its agent or its host failed, which says
 * nothing of what is on it. It is begun anew and not counted, so many times; what is broken off more often can't be
 * proven either.
 */
const maxBrokenOff: { readonly [For in Purpose]: number } = { join: 30, clean: 30, prepare: 10 };
/** Before the first attempt after one that was not counted, and as much more before each that follows. */
const anewAfterMs = { step: 2_000, most: 30_000 };
/**
 * A command that is not answered is sent again once the device is seen online: then its agent has no hand on
 * it, because the answer was lost or the agent was. It does the same command once.
 */
const askAgainMs = 2_000;
/** A device that is away is waited for; its return is also told by the news. */
const lookAgainMs = 30_000;
const limitMs: { readonly [For in Purpose]: number } = { join: 120_000, clean: 600_000, prepare: 120_000 };
const commandOf = { join: 'take_baseline', clean: 'clean', prepare: 'prepare_tenant' } as const;

/** Does what it is time for, and says when to look again. */
export async function advanceCleaning(deps: StepDeps, cleaningId: string): Promise<void> {
  const next = await inTransaction(deps.db, async (tx) => {
    const cleaning = await lockOpen(tx, cleaningId);
    if (cleaning === undefined) return undefined;
    const step = await nextStep(deps, tx, cleaning);
    await enqueue(
      tx,
      advanceTask,
      { cleaning_id: cleaningId },
      { key: `cleaning:${cleaningId}`, runAt: later(deps, step.againMs) },
    );
    return step;
  });
  next?.tell?.();
  if (next?.command !== undefined) await sendCommand(deps, next.command);
}

async function nextStep(
  deps: StepDeps,
  tx: Tx,
  cleaning: OpenCleaning,
): Promise<{ againMs: number; command?: Command; tell?: Tell }> {
  const { id, device_id, purpose, sent_ms_ago, due_in_ms } = cleaning;
  const isUnderWay = sent_ms_ago !== null;
  if (isUnderWay && sent_ms_ago > limitMs[purpose]) {
    const detail = 'the phone did not finish in time';
    return { againMs: 0, tell: await endAttempt(deps, tx, cleaning, { ok: false, detail, isLate: true }) };
  }
  if (!cleaning.is_online) {
    // While it restarts it is away as well: only the limit above ends an attempt.
    if (!isUnderWay) await updateWaiting(tx, id, 0);
    return { againMs: isUnderWay ? askAgainMs : lookAgainMs };
  }
  const isWaitingForTime = due_in_ms > 0;
  if (isWaitingForTime) return { againMs: due_in_ms };
  const command_id = cleaning.command_id ?? randomUUID();
  await updateSent(tx, id, command_id, askAgainMs);
  const baseline = purpose === 'clean' ? await selectBaseline(tx, device_id) : undefined;
  return {
    againMs: askAgainMs,
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
  /** Nothing was answered in time. */
  isLate?: boolean;
};

/** An agent's answer, taken once: a repeated or late one finds no cleaning that waits for it. */
export async function takeAnswer(deps: StepDeps, result: CommandResult): Promise<void> {
  const tell = await inTransaction(deps.db, async (tx) => {
    const id = await selectByCommand(tx, result.command_id);
    const cleaning = id === undefined ? undefined : await lockOpen(tx, id);
    if (cleaning?.command_id !== result.command_id || cleaning.device_id !== result.device_id) return;
    return endAttempt(deps, tx, cleaning, result);
  });
  tell?.();
}

async function endAttempt(deps: StepDeps, tx: Tx, cleaning: OpenCleaning, outcome: Outcome): Promise<Tell> {
  const { id, device_id, purpose, attempts, assignment_id } = cleaning;
  const { evidence } = outcome;
  const detail = outcome.ok ? whyNotProven(purpose, outcome) : outcome.detail || 'the agent gave no reason';
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
    return () => deps.log.info({ device_id, cleaning_id: id, purpose }, 'a cleaning is done');
  }
  const isForgiven = mayBeForgiven(cleaning, outcome);
  const counted = isForgiven ? attempts : attempts + 1;
  const broken_off = cleaning.broken_off + (isForgiven ? 1 : 0);
  if (counted < maxAttempts) {
    const againMs = isForgiven ? anewAfter(purpose, broken_off) : (backoffMs[counted - 1] ?? 0);
    await updateAttempted(tx, id, { attempts: counted, broken_off, detail, evidence, againMs });
    await enqueue(
      tx,
      advanceTask,
      { cleaning_id: id },
      { key: `cleaning:${id}`, runAt: later(deps, againMs) },
    );
    return () =>
      deps.log.info({ device_id, cleaning_id: id, purpose, detail, againMs }, 'a cleaning is tried again');
  }
  await updateFinished(tx, id, { state: 'failed', detail, evidence });
  await setDeviceQuarantined(
    tx,
    device_id,
    `${purpose === 'prepare' ? 'no tenant’s user' : 'not proven clean'}: ${detail}`,
  );
  // Our team is mailed by the alarm that this raises, with the evidence.
  return () => deps.log.error({ device_id, cleaning_id: id, detail }, 'a device could not be proven clean');
}

/** One that has gone away is not one that refuses, nor is one that was not looked at. */
function mayBeForgiven({ purpose, is_online, broken_off }: OpenCleaning, outcome: Outcome): boolean {
  if (outcome.ok || outcome.evidence !== undefined) return false;
  if (is_online && (outcome.isLate === true || purpose === 'prepare')) return false;
  return broken_off < maxBrokenOff[purpose];
}

/** A tenant waits for his phone: it is prepared anew as soon as it is there. */
function anewAfter(purpose: Purpose, brokenOff: number): number {
  const times = purpose === 'prepare' ? 1 : brokenOff;
  return Math.min(anewAfterMs.most, anewAfterMs.step * times);
}

function later({ clock }: StepDeps, ms: number): string {
  return new Date(clock.nowMs() + ms).toISOString();
}

/** What an agent calls right must also be whole: without its items nothing is proven. Empty when it is. */
function whyNotProven(purpose: Purpose, { evidence, baseline, tenant_user }: Outcome): string {
  if (purpose === 'prepare') return tenant_user === undefined ? 'no user was named' : '';
  if (purpose === 'join' && baseline === undefined) return 'no baseline was taken';
  const found = new Map((evidence ?? []).map((one: CheckResult) => [one.check, one.ok]));
  const missing = neededChecks[purpose].filter((check) => found.get(check) !== true);
  const wrong = (evidence ?? []).filter(({ ok }) => !ok).map(({ check }) => check);
  const lacking = [...new Set([...missing, ...wrong])];
  return lacking.length === 0 ? '' : `not proven: ${lacking.join(', ')}`;
}

const seenAlways = [
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
const neededChecks = {
  join: [...seenAlways, 'tenant_user'],
  clean: [...seenAlways, 'apps', 'tunnels', 'owner_data', 'clipboard', 'restart', 'host_spool'],
} as const;
