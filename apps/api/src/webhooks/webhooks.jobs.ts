// Sends deliveries: each has a job, in the queue of its endpoint, so that a slow receiver delays no other. A job that has
// delivered goes on with what else waits for its endpoint, because the runner pauses between two jobs of one queue. What
// fails goes on in a lane of its own, where only those wait that fail.
import { z } from 'zod';
import { getUser } from '../accounts/accounts.ts';
import { queueMail } from '../mail/mail.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { defineTask, handleCrontab, handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { unseal } from '../platform/sealed.ts';
import {
  type DueDelivery,
  deleteJob,
  deleteOldMessages,
  enqueueDelivery,
  insertAttempt,
  selectDue,
  selectLost,
  selectNextDue,
  updateDelivered,
  updateFailed,
  updateRetry,
} from './deliveries.sql.ts';
import { updateFailing, updateOff, updateWorking } from './endpoints.sql.ts';
import { announceEnding, announcePresence } from './presence.sql.ts';
import { parseRetryAfter, retryDelayMs } from './retry-schedule.ts';
import { type Outcome, sendWebhook } from './send-webhook.ts';
import { signedHeaders } from './signature.ts';
import { webhookOffMail } from './webhook-mails.ts';
import { ownerOf, type WebhooksDeps } from './webhooks.ts';

type JobDeps = WebhooksDeps & { log: Log };

const payload = z.object({ delivery_id: z.uuid() });
/** The SQL function `enqueue_webhook` enqueues both. */
const deliverTask = defineTask('deliver_webhook', payload);
const deliverSlowlyTask = defineTask('deliver_webhook_slowly', payload);

export function webhookTasks(deps: JobDeps): TaskHandler[] {
  return [
    handleTask(deliverTask, ({ delivery_id }) => deliver(deps, delivery_id, false), 'webhooks'),
    handleTask(deliverSlowlyTask, ({ delivery_id }) => deliver(deps, delivery_id, true), 'slow_webhooks'),
    handleCrontab('webhook_upkeep', '*/10 * * * *', async () => {
      await deleteOldMessages(deps.db);
      for (const { id, endpoint_id } of await selectLost(deps.db)) {
        await enqueueDelivery(deps.db, { id, endpoint_id, isSlow: true, delayMs: 0 });
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

async function deliver(deps: JobDeps, deliveryId: string, isSlow: boolean): Promise<void> {
  const sinceMs = performance.now();
  let due = await selectDue(deps.db, deliveryId);
  for (let count = 0; due !== undefined && count < mostAtOnce; count += 1) {
    const isDone = await attempt(deps, due, isSlow);
    if (isDone && due.id !== deliveryId) await deleteJob(deps.db, due.id);
    if (!isDone || performance.now() - sinceMs > longestAtOnceMs) return;
    due = await selectNextDue(deps.db, due.endpoint_id);
  }
}

/** True when it was delivered. */
async function attempt(deps: JobDeps, due: DueDelivery, isSlow: boolean): Promise<boolean> {
  const { db, clock, config, log } = deps;
  if (!due.may_hear) {
    await updateFailed(db, due.id);
    return false;
  }
  // It began to fail while this job waited.
  if (due.is_failing && !isSlow) {
    await enqueueDelivery(db, { id: due.id, endpoint_id: due.endpoint_id, isSlow: true, delayMs: 0 });
    return false;
  }
  const secrets = secretsOf(deps, due);
  if (secrets.length === 0) {
    log.error({ endpoint_id: due.endpoint_id }, 'a webhook’s secret can not be read');
    throw new Error('the secret of the webhook can not be read');
  }
  const { message_id: id, body, url } = due;
  const headers = signedHeaders({ id, body }, secrets, clock.nowMs());
  const outcome = await sendWebhook({ url, body, headers, allowed: config.webhookNetworks });
  return inTransaction(db, (tx) => store(deps, tx, due, outcome));
}

function secretsOf({ config }: JobDeps, due: DueDelivery): Buffer[] {
  return [due.secret, due.old_secret].flatMap((stored) => {
    const secret = stored && unseal(config.operatorSecretsKeys, stored, ownerOf(due.endpoint_id));
    return secret ? [secret] : [];
  });
}

async function store(
  deps: { clock: Clock; config: { publicUrl: string }; log: Log },
  tx: Tx,
  due: DueDelivery,
  { retryAfter, ...attempt }: Outcome,
): Promise<boolean> {
  await insertAttempt(tx, due.id, attempt);
  const status = attempt.status ?? 0;
  if (status >= 200 && status < 300) {
    await updateDelivered(tx, due.id);
    await updateWorking(tx, due.endpoint_id);
    return true;
  }
  if (status === 410) {
    await updateFailed(tx, due.id);
    await switchOff(deps, tx, due.endpoint_id, 'gone');
    return false;
  }
  const askedMs = parseRetryAfter(status, retryAfter, deps.clock.nowMs());
  const delayMs = retryDelayMs(due.attempts + 1, Math.random(), askedMs);
  if (delayMs === undefined) await updateFailed(tx, due.id);
  else await updateRetry(tx, due, delayMs);
  const { is_due } = await updateFailing(tx, due.endpoint_id);
  if (is_due) await switchOff(deps, tx, due.endpoint_id, 'failing');
  return false;
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
