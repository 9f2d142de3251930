import { brand } from '@pocketfleet/rules';
import { beforeAll, expect, test } from 'vitest';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import {
  auditOf,
  createTestOperator,
  type OperatorClient,
  signInOperator,
} from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { storeFindings } from '../payments/money-monitor.ts';
import { sql } from '../platform/database.ts';
import { sweepAlarms } from './alarms.ts';

const site = useTestApp();
let support: OperatorClient;
let host: string;
let phone: string;
beforeAll(async () => {
  support = await signInOperator(site, 'sue', 'support');
  host = await createTestHost(site.db, 'rack-1');
  phone = await createTestDevice(site.db, host, 'PF-001');
});

test('a working host and phone raise no alarm', async () => {
  await sweep();
  expect(await alarms()).toEqual([]);
});

test('a host that is gone for 15 seconds raises one alarm and one mail; its phones raise none', async () => {
  await site.advance('10 seconds');
  await sweep();
  expect(await alarms()).toEqual([]);
  await site.advance('10 seconds');
  await sweep();
  await sweep();
  expect(await alarms()).toMatchObject([
    { kind: 'host_gone', host_name: 'rack-1', tag: null, ended_at: null },
  ]);
  expect(mails()).toMatchObject([{ to: brand.salesEmail, subject: 'Host gone: rack-1' }]);
  await sendHeartbeats();
  await sweep();
  expect(await alarms()).toMatchObject([{ kind: 'host_gone', ended_at: expect.any(String) }]);
});

test('a phone that its host does not see raises an alarm after 15 seconds, which ends when it is back', async () => {
  await sql`update devices set runner_state = 'absent' where id = ${phone}`.execute(site.db);
  await site.advance('16 seconds');
  await sendHeartbeats();
  await sweep();
  expect(await open()).toMatchObject([{ kind: 'phone_offline', tag: 'PF-001' }]);
  await sql`update devices set runner_state = 'ready' where id = ${phone}`.execute(site.db);
  await sweep();
  expect(await open()).toEqual([]);
});

test('an audit that has not finished for 30 minutes is an alarm, which ends with the next one', async () => {
  await storeFindings(site.app.deps);
  await site.advance('31 minutes');
  await sendHeartbeats();
  await sweep();
  // A node that has just started gets the time of its first audit.
  expect(await open()).toEqual([]);
  await sql`update nodes set started_at = started_at - interval '31 minutes'`.execute(site.db);
  await sweep();
  await sweep();
  expect(await open()).toMatchObject([
    { kind: 'audit_unchecked', detail: expect.stringMatching(/^No audit has finished since /) },
  ]);
  await storeFindings(site.app.deps);
  await sweep();
  expect(await open()).toEqual([]);
  await sql`update nodes set started_at = started_at + interval '31 minutes'`.execute(site.db);
});

test('a hot battery raises an alarm at 45 degrees, which ends below 42', async () => {
  const heat = (tenths: number) =>
    sql`update devices set battery_temperature_tenths = ${tenths} where id = ${phone}`.execute(site.db);
  for (const [tenths, isOpen] of [
    [449, false],
    [452, true],
    [430, true],
    [419, false],
    [430, false],
  ] as const) {
    await heat(tenths);
    await sweep();
    expect((await open()).length, `${tenths / 10} °C`).toBe(isOpen ? 1 : 0);
  }
  expect(mails().at(-1)?.text).toContain('45.2 °C');
});

test('a phone that could not be cleaned raises an alarm, which is mailed once with the failed checks', async () => {
  const before = mails().length;
  const evidence = [
    { check: 'shared_files', ok: false, detail: 'a file stays' },
    { check: 'accounts', ok: true, detail: '' },
  ];
  await sql`insert into cleanings (device_id, purpose, reason, state, finished_at, created_at, evidence)
    values (${phone}, 'clean', 'test', 'failed', app_now(), app_now(), ${JSON.stringify(evidence)}::jsonb)`.execute(
    site.db,
  );
  await sql`update devices set state = 'quarantined', quarantine_reason = 'a file stays' where id = ${phone}`.execute(
    site.db,
  );
  await sweep();
  await sweep();
  expect(await open()).toMatchObject([{ kind: 'cleaning_failed', detail: 'a file stays' }]);
  expect(mails()).toHaveLength(before + 1);
  expect(mails().at(-1)).toMatchObject({
    subject: 'Cleaning failed: PF-001',
    text: expect.stringContaining('shared_files: a file stays.'),
  });
});

test('an alarm is acknowledged once, with a note', async () => {
  const [alarm] = await open();
  const path = `/alarms/${alarm?.['id']}/acknowledge`;
  const reason = 'I reset it now';
  expect((await support.call('POST', path, { reason })).body).toMatchObject({
    acknowledged_by: 'sue',
    ended_at: null,
  });
  const again = await support.call('POST', path, { reason });
  expect(again).toMatchObject({ status: 409, body: { detail: 'sue has acknowledged this alarm already.' } });
  expect(await auditOf(site.db, 'acknowledge_alarm')).toMatchObject([
    { outcome: 'refused' },
    { outcome: 'done', reason },
  ]);
});

test('alarms are mailed to the operators with an address who may see the fleet, and then not to the team’s address', async () => {
  await sql`insert into operator_roles values ('auditor', 'Reads the log')`.execute(site.db);
  for (const [name, role] of [
    ['ben', 'support'],
    ['cleo', 'admin'],
    ['gone', 'admin'],
    ['auditor', 'auditor'],
  ] as const) {
    const id = await createTestOperator(site.db, name, role);
    await sql`update operators set email = ${`${name}@team.example`} where id = ${id}`.execute(site.db);
  }
  await sql`update operators set disabled_at = app_now() where username = 'gone'`.execute(site.db);
  const before = site.outbox.length;
  await raiseHeat(500);
  await sweep();
  await sweep();
  const sent = site.outbox.slice(before);
  expect(sent.map(({ to }) => to).sort()).toEqual(['ben@team.example', 'cleo@team.example']);
  expect(sent[0]?.subject).toBe('Battery hot: PF-001');
  await raiseHeat(300);
  await sweep();
});

test('an alarm whose mail could not be stored is not stored either; the next sweep stores both', async () => {
  await raiseHeat(510);
  await sql`alter table mails add constraint closed check (template <> 'alarms') not valid`.execute(site.db);
  const before = site.outbox.length;
  try {
    await expect(sweep()).rejects.toThrow('closed');
    expect((await open()).filter(({ kind }) => kind === 'battery_hot')).toEqual([]);
  } finally {
    await sql`alter table mails drop constraint closed`.execute(site.db);
  }
  await sweep();
  expect((await open()).filter(({ kind }) => kind === 'battery_hot')).toHaveLength(1);
  expect(site.outbox.slice(before)).toHaveLength(2);
});

test('a mail that is queued when the process dies is sent once by the next process', async () => {
  await raiseHeat(300);
  await sweep();
  await raiseHeat(520);
  const before = site.outbox.length;
  await sweepAlarms(site.app.deps);
  expect(site.outbox).toHaveLength(before);
  await sweepAlarms(site.app.deps);
  await site.runJobs();
  expect(site.outbox.slice(before)).toHaveLength(2);
});

async function raiseHeat(tenths: number): Promise<void> {
  await sql`update devices set battery_temperature_tenths = ${tenths} where id = ${phone}`.execute(site.db);
}

async function sweep(): Promise<void> {
  await sweepAlarms(site.app.deps);
  await site.runJobs();
}

async function sendHeartbeats(): Promise<void> {
  await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
}

type Row = Record<string, unknown>;

async function alarms(): Promise<Row[]> {
  return (await support.call('GET', '/alarms')).body['rows'] as Row[];
}

async function open(): Promise<Row[]> {
  return (await support.call('GET', '/alarms?state=open')).body['rows'] as Row[];
}

function mails() {
  return site.outbox.filter((mail) => mail.to === brand.salesEmail);
}
