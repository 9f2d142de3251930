// Alarms: what goes wrong with hosts and phones is kept, shown and mailed once, when it begins. The alarm and its
// mails are one transaction: neither is without the other, whatever dies between.
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
  type BegunAlarm,
  insertAlarm,
  insertBegun,
  selectAlarmReaders,
  selectAlarms,
  selectHostName,
  tryAlarmsLock,
  updateAcknowledged,
  updateOver,
} from './alarms.sql.ts';
import { noteRefused } from './audit-log.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

const sweepEveryMs = 5_000;
/** After a start hosts need a moment to be back. */
const firstSweepMs = 20_000;

type AlarmsDeps = { db: Db; config: { operatorUrl: string; teamMail: string } };

/** Looks on the leader what is wrong; returns how to stop it. */
export function startAlarms(deps: AlarmsDeps & { log: Log; node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'alarms could not be looked after',
    everyMs: sweepEveryMs,
    firstAfterMs: firstSweepMs,
    run: () => sweepAlarms(deps),
  });
}

/** Begins and ends alarms; at most once at a time, also while two nodes lead. */
export async function sweepAlarms(deps: AlarmsDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await tryAlarmsLock(tx))) return;
    await updateOver(tx);
    await mail(deps, tx, await insertBegun(tx));
  });
}

/** To each operator who has an address, or else to the team's. */
async function mail(deps: AlarmsDeps, tx: Tx, begun: readonly BegunAlarm[]): Promise<void> {
  if (begun.length === 0) return;
  const content = alarmsMail(begun, deps.config.operatorUrl);
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
    const detail = `${row.acknowledged_by ?? 'Somebody'} looks after this alarm already.`;
    throw new AppError('already_done', { detail });
  }
  return row;
}

/** A host was refused: it is in the log, and where it claims a phone that is another's, somebody must look. */
export async function takeRefusedHost(
  deps: AlarmsDeps,
  refused: z.output<typeof hostRefusedTask.payload>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { act, host_id, device_id, is_served, detail, address } = refused;
    const name = (host_id === null ? undefined : await selectHostName(tx, host_id)) ?? refused.host;
    // Where nobody else has the phone in hand, the host may be right: that alarm is a cause of its own (phone_claimed).
    if (host_id !== null && device_id !== null && is_served) {
      const begun = await insertAlarm(tx, { kind: 'host_lied', host_id, device_id, detail });
      // It says so again with every report.
      if (begun === undefined) return;
      await mail(deps, tx, [begun]);
    }
    await noteRefused(tx, {
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
