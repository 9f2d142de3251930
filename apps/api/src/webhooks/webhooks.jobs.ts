// Sends deliveries. Each has a job; a job claims the endpoint, sends all that is due there, and looks again after its release,
// so that a job which finds the endpoint claimed can end (decision 244). Receivers wait only for those that are as slow: the
// last attempt decides about the lane, and no workspace has more than its share of a lane's workers: its other endpoints wait
// in their lane until one of these workers is free.
import { z } from 'zod';
import { getUser } from '../accounts/accounts.ts';
import { queueMail } from '../mail/mail.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { defineTask, handleCrontab, handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { unseal } from '../platform/sealed.ts';
import {
  type DueDelivery,
  deleteJob,
  deleteJobsOfBusy,
  deleteOldMessages,
  enqueueDelivery,
  insertAttempt,
  lockDelivery,
  selectLost,
  selectNextDue,
  updateDelivered,
  updateFailed,
  updateRetry,
  wakeEndpoint,
  wakeEndpointLater,
} from './deliveries.sql.ts';
import {
  type Claim,
  claimEndpoint,
  findDueEndpoint,
  type Pace,
  prolongClaim,
  releaseEndpoint,
  updateFailing,
  updateOff,
  updateWorking,
} from './endpoints.sql.ts';
import { announceEnding, announcePresence } from './presence.sql.ts';
import { parseRetryAfter, retryDelayMs } from './retry-schedule.ts';
import { type Outcome, sendWebhook } from './send-webhook.ts';
import { signedHeaders } from './signature.ts';
import { webhookOffMail } from './webhook-mails.ts';
import { ownerOf, type WebhooksDeps } from './webhooks.ts';
import { createWorkerShares, type WorkerShares } from './worker-shares.ts';

type JobDeps = WebhooksDeps & { log: Log; limits: WebhookLimits };

const payload = z.object({ delivery_id: z.uuid() });
/** By how long the last attempt took: short, slow, hanging. The SQL function `webhook_task` names the tasks, too. */
const lanes = [
  { lane: 'webhooks', task: defineTask('deliver_webhook', payload) },
  { lane: 'slow_webhooks', task: defineTask('deliver_webhook_slowly', payload) },
  { lane: 'hanging_webhooks', task: defineTask('deliver_webhook_hanging', payload) },
] as const;
/** Its place in `lanes`. */
const laneOf = ({ isSlow, isHanging }: Pace): number => {
  if (isHanging) return 2;
  return isSlow ? 1 : 0;
};
/** Changed by tests. */
export type WebhookLimits = { slowMs: number; hangingMs: number; answerMs: number };
const realLimits: WebhookLimits = { slowMs: 2_000, hangingMs: 10_000, answerMs: 15_000 };
/** Of a lane's eight workers: receivers of one customer that begin to hang hold up nobody else's. */
const mostOfWorkspace = 2;
/** Endpoints that this node remembers in one lane because their workspaces have their shares. */
const mostWaiting = 1_000;
/** For those that it couldn't remember, and for the case that it dies. */
const tryAgainMs = 60_000;

export function webhookTasks(
  base: Omit<JobDeps, 'limits'>,
  limits: WebhookLimits = realLimits,
): TaskHandler[] {
  const deps: JobDeps = { ...base, limits };
  const deliveries = lanes.map(({ lane, task }, index) => {
    const shares = createWorkerShares(mostOfWorkspace, mostWaiting);
    return handleTask(task, ({ delivery_id }) => deliver(deps, delivery_id, { lane: index, shares }), lane);
  });
  return [
    ...deliveries,
    handleCrontab('webhook_upkeep', '*/10 * * * *', async () => {
      await deleteOldMessages(deps.db);
      for (const { id, endpoint_id } of await selectLost(deps.db)) {
        await enqueueDelivery(deps.db, { id, endpoint_id, delayMs: 0 });
      }
    }),
  ];
}

const sweepEveryMs = 2_000;

/** Announces what only time makes true. Returns how to stop it. */
export function startWebhookSweep(deps: { db: Db; log: Log; node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'webhooks could not be told of phones and ends',
    everyMs: sweepEveryMs,
    run: () => sweepWebhooks(deps),
  });
}

export async function sweepWebhooks({ db }: { db: Db }): Promise<void> {
  await announcePresence(db);
  await announceEnding(db);
}

/** Then the other endpoints have their turn. */
const mostAtOnce = 200;
const longestAtOnceMs = 20_000;

type Turn = { lane: number; leftCount: number; untilMs: number };
const isOver = ({ leftCount, untilMs }: Turn): boolean => leftCount === 0 || performance.now() > untilMs;

async function deliver(
  deps: JobDeps,
  deliveryId: string,
  { lane, shares }: { lane: number; shares: WorkerShares },
): Promise<void> {
  const { db } = deps;
  const endpoint = await findDueEndpoint(db, deliveryId);
  if (endpoint === undefined) return;
  // An endpoint that has become slower since the job was enqueued goes to the slower lane. An endpoint that has become faster is
  // served here: during an upgrade, a node of the version before would send its job back if the endpoint fails.
  const own = laneOf({ isSlow: endpoint.is_slow, isHanging: endpoint.is_hanging });
  if (own > lane) return wakeEndpointLater(db, endpoint.id, 0);
  if (!shares.take(endpoint)) {
    // Stored first: a worker that ends meanwhile could not wake an endpoint that isn't remembered yet.
    await wakeEndpointLater(db, endpoint.id, tryAgainMs);
    if (!shares.takeOrWait(endpoint)) return;
  }
  try {
    await sendInTurn(deps, endpoint.id, deliveryId, lane);
  } finally {
    for (const id of shares.giveBack(endpoint)) await wakeEndpoint(db, id);
  }
}

async function sendInTurn(
  deps: JobDeps,
  endpointId: string,
  deliveryId: string,
  lane: number,
): Promise<void> {
  const { db } = deps;
  const turn: Turn = { lane, leftCount: mostAtOnce, untilMs: performance.now() + longestAtOnceMs };
  let claim = await claimEndpoint(db, endpointId);
  if (claim === undefined) {
    await wakeEndpointLater(db, endpointId, 0);
    return deleteJobsOfBusy(db, endpointId);
  }
  while (claim !== undefined) {
    await sendDue(deps, claim, deliveryId, turn);
    claim = isOver(turn) ? undefined : await claimEndpoint(db, endpointId);
  }
  await wakeEndpoint(db, endpointId);
}

/** Sends what is due, and releases the endpoint. */
async function sendDue(deps: JobDeps, first: Claim, deliveryId: string, turn: Turn): Promise<void> {
  let claim = first;
  try {
    while (!isOver(turn)) {
      const due = await selectNextDue(deps.db, claim.endpoint_id);
      if (due === undefined) return;
      const prolonged = await prolongClaim(deps.db, claim);
      // This process stood still for so long that another job has sent meanwhile.
      if (prolonged === undefined) return;
      claim = prolonged;
      turn.leftCount -= 1;
      const { isDelivered, pace } = await attempt(deps, due);
      if (isDelivered && due.id !== deliveryId) await deleteJob(deps.db, due.id);
      // Other due deliveries go on in the lane that this attempt has led to.
      if (pace && laneOf(pace) !== turn.lane) turn.leftCount = 0;
    }
  } finally {
    await releaseEndpoint(deps.db, claim);
  }
}

/** `pace`: undefined where nothing was sent, or the receiver is called no more. */
type Result = { isDelivered: boolean; pace: Pace | undefined };

async function attempt(deps: JobDeps, due: DueDelivery): Promise<Result> {
  const { db, clock, config, log, limits } = deps;
  if (!due.may_hear) {
    await updateFailed(db, due.id);
    return { isDelivered: false, pace: undefined };
  }
  const secrets = secretsOf(deps, due);
  if (secrets.length === 0) {
    log.error({ endpoint_id: due.endpoint_id }, 'a webhook’s secret can not be read');
    throw new Error('the secret of the webhook can not be read');
  }
  const { message_id: id, body, url } = due;
  const headers = signedHeaders({ id, body }, secrets, clock.nowMs());
  const sending = { url, body, headers, allowed: config.webhookNetworks, limitMs: limits.answerMs };
  const outcome = await sendWebhook(sending);
  return inTransaction(db, (tx) => store(deps, tx, due, outcome));
}

function secretsOf({ config }: JobDeps, due: DueDelivery): Buffer[] {
  return [due.secret, due.old_secret].flatMap((stored) => {
    const secret = stored && unseal(config.operatorSecretsKeys, stored, ownerOf(due.endpoint_id));
    return secret ? [secret] : [];
  });
}

async function store(
  deps: Pick<JobDeps, 'clock' | 'config' | 'log' | 'limits'>,
  tx: Tx,
  due: DueDelivery,
  { retryAfter, ...attempt }: Outcome,
): Promise<Result> {
  const locked = await lockDelivery(tx, due.id);
  if (locked === undefined) return { isDelivered: false, pace: undefined };
  await insertAttempt(tx, due.id, attempt);
  const { slowMs, hangingMs } = deps.limits;
  const pace: Pace = {
    isSlow: attempt.duration_ms > slowMs,
    isHanging: attempt.duration_ms > hangingMs,
  };
  const status = attempt.status ?? 0;
  if (status >= 200 && status < 300) {
    await updateDelivered(tx, due.id);
    await updateWorking(tx, due.endpoint_id, pace);
    return { isDelivered: true, pace };
  }
  // A failure that comes late says nothing about the receiver of now.
  if (locked.state !== 'pending') return { isDelivered: false, pace: undefined };
  if (status === 410) {
    await updateFailed(tx, due.id);
    await switchOff(deps, tx, due.endpoint_id, 'gone');
    return { isDelivered: false, pace: undefined };
  }
  // First, so that the next attempt is enqueued in the lane that this one has led to.
  const { is_due } = await updateFailing(tx, due.endpoint_id, pace);
  const askedMs = parseRetryAfter(status, retryAfter, deps.clock.nowMs());
  const delayMs = retryDelayMs(due.attempts + 1, Math.random(), askedMs);
  if (delayMs === undefined) await updateFailed(tx, due.id);
  else await updateRetry(tx, due, delayMs);
  if (is_due) await switchOff(deps, tx, due.endpoint_id, 'failing');
  return { isDelivered: false, pace };
}

async function switchOff(
  deps: { config: { publicUrl: string }; log: Log },
  tx: Tx,
  endpointId: string,
  reason: 'failing' | 'gone',
): Promise<void> {
  const off = await updateOff(tx, endpointId, reason);
  if (off === undefined) return;
  const user = await getUser({ db: tx }, off.user_id);
  const content = webhookOffMail(user.first_name, { url: off.url, reason }, { ...deps.config, ...off });
  await queueMail(tx, { to: user.email, template: 'webhook_off', content });
  deps.log.info({ endpoint_id: endpointId, reason }, 'a webhook was switched off');
}
