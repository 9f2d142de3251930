// Alarms about hosts, phones and money. An alarm is stored and mailed in one transaction when its cause begins, and ends when
// the cause ends.
import type { AlarmRow } from '@pocketfleet/contract';
import type { z } from 'zod';
import type { hostRefusedTask } from '../devices/devices.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { alarmsMail } from './alarm-mails.ts';
import {
  type AlarmFilter,
  endAlarms,
  insertAlarm,
  insertAlarms,
  type StartedAlarm,
  selectAlarmReaders,
  selectAlarms,
  selectHostName,
  tryAlarmsLock,
  updateAcknowledged,
} from './alarms.sql.ts';
import { auditRefusal } from './audit-log.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

const sweepEveryMs = 5_000;
/** After a start, hosts need some time to reconnect. */
const firstSweepMs = 20_000;

type AlarmsDeps = { db: Db; config: { operatorUrl: string; teamMail: string } };

/** Runs the sweep on the leader; returns the function that stops it. */
export function startAlarms(deps: AlarmsDeps & { log: Log; node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'the sweep of alarms failed',
    everyMs: sweepEveryMs,
    firstAfterMs: firstSweepMs,
    run: () => sweepAlarms(deps),
  });
}

/** Starts and ends alarms. A lock keeps two nodes from doing it at the same time, when both believe to be the leader. */
export async function sweepAlarms(deps: AlarmsDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await tryAlarmsLock(tx))) return;
    await endAlarms(tx);
    await mail(deps, tx, await insertAlarms(tx));
  });
}

/** To each operator with an email address, or to the team's address when there is none. */
async function mail(deps: AlarmsDeps, tx: Tx, started: readonly StartedAlarm[]): Promise<void> {
  if (started.length === 0) return;
  const content = alarmsMail(started, deps.config.operatorUrl);
  const readers = await selectAlarmReaders(tx);
  for (const to of readers.length === 0 ? [deps.config.teamMail] : readers) {
    await queueMail(tx, { to, template: 'alarms', content });
  }
}

/** One page of alarms. */
export function listAlarms(db: Db, query: PageQuery<AlarmFilter>): Promise<Page<AlarmRow>> {
  return readPage(query, (filter) => selectAlarms(db, filter));
}

/** Throws not_found, already_done. */
export async function acknowledgeAlarm(tx: Tx, id: string, operatorId: string): Promise<AlarmRow> {
  const isNew = await updateAcknowledged(tx, id, operatorId);
  const [row] = (await selectAlarms(tx, { id, offset: 0, limit: 1 })).rows;
  if (row === undefined) throw new AppError('not_found');
  if (!isNew) {
    const detail = `${row.acknowledged_by ?? 'Somebody'} has acknowledged this alarm already.`;
    throw new AppError('already_done', { detail });
  }
  return row;
}

/** Writes a refused host to the audit log. If it claims a phone that another host serves, that raises an alarm. */
export async function handleRefusedHost(
  deps: AlarmsDeps,
  refused: z.output<typeof hostRefusedTask.payload>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { act, host_id, device_id, is_served, detail, address } = refused;
    const name = (host_id === null ? undefined : await selectHostName(tx, host_id)) ?? refused.host;
    // If no other host serves the phone, the claim may be right: that raises the alarm phone_claimed instead.
    if (host_id !== null && device_id !== null && is_served) {
      const started = await insertAlarm(tx, { kind: 'host_lied', host_id, device_id, detail });
      // The host repeats the claim with every report.
      if (started === undefined) return;
      await mail(deps, tx, [started]);
    }
    await auditRefusal(tx, {
      who: `host ${name}`,
      act,
      subject: 'host',
      subject_id: host_id,
      refusal: `forbidden: ${detail}`,
      details: device_id === null ? {} : { device_id },
      address,
    });
  });
}
