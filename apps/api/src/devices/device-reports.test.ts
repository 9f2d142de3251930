import { agentMessage, type DeviceReport } from '@pocketfleet/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { phoneReport } from '../../test/test-agent.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { storeReport } from './device-reports.ts';

const site = useTestApp();
let hostId: string;
beforeAll(async () => {
  hostId = await createTestHost(site.db);
});

test('control characters in a report are removed, and the other phones of the report are served', async () => {
  const odd = { ...phoneReport('odd'), serial: 'ODD\u0000-1', model: 'Pi\u0000xel\n 8' };
  expect(await report([odd, phoneReport('even')])).toHaveLength(2);
  expect(await serials()).toEqual(expect.arrayContaining(['ODD-1', 'even']));
});

test('a phone that is twice in one report is one phone', async () => {
  const twin = phoneReport('twin');
  expect(await report([twin, { ...twin, battery_level: 12 }])).toHaveLength(1);
  const rows = await sql`select battery_level from devices where serial = 'twin'`.execute(site.db);
  expect(rows.rows).toEqual([{ battery_level: 12 }]);
});

test('a phone that the database refuses doesn’t affect the others', async () => {
  await sql`alter table devices add constraint no_broken check (serial <> 'broken')`.execute(site.db);
  const served = await report([phoneReport('one'), phoneReport('broken'), phoneReport('two')]);
  expect(served.map((device) => device.identity)).toEqual([
    phoneReport('one').identity,
    phoneReport('two').identity,
  ]);
  expect(await serials()).toEqual(expect.arrayContaining(['one', 'two']));
});

test('a report of many known phones is stored in few statements, also when one of them is refused', async () => {
  const phones = Array.from({ length: 200 }, (_, index) => phoneReport(`rack ${index}`));
  expect(await report(phones)).toHaveLength(200);
  const warmer = (level: number) => phones.map((phone) => ({ ...phone, battery_level: level }));
  const counted = countStatements(site.db);
  expect(await report(warmer(55), counted.db)).toHaveLength(200);
  // One reads, three write (within a savepoint), two notify.
  expect(counted.statements()).toBeLessThan(10);
  await sql`alter table devices add constraint not_too_low
    check (serial <> 'rack 77' or battery_level > 50)`.execute(site.db);
  const served = (await report(warmer(40))).map(({ identity }) => identity);
  expect(served).toEqual(phones.filter(({ serial }) => serial !== 'rack 77').map(({ identity }) => identity));
  const levels = await sql<{ battery_level: number; n: number }>`
    select battery_level, count(*)::int as n from devices where serial like 'rack %'
    group by battery_level order by battery_level`.execute(site.db);
  expect(levels.rows).toEqual([
    { battery_level: 40, n: 199 },
    { battery_level: 55, n: 1 },
  ]);
});

test.each([
  ['its maker’s code', { model: 'SM-S911B' }, 'Galaxy S23'],
  ['its box, where it is stored', { model: 'CPH2451', marketing_name: 'OnePlus 11 5G' }, 'OnePlus 11 5G'],
  ['itself, where nothing else is known', { model: 'SM-X1', marketing_name: null }, 'SM-X1'],
])('a phone is called as on its box: by %s', async (serial, says, model) => {
  await report([{ ...phoneReport(serial), ...says }]);
  const rows = await sql`select model from devices where serial = ${serial}`.execute(site.db);
  expect(rows.rows).toEqual([{ model }]);
});

test.each(['PF 9', '../PF-9', '<b>', 'PF-9\n', 'x'.repeat(33), '', '..', '-rf', 'PF-1234567', 'pf-9'])(
  'the tag hint %j is ignored, and the phone is served',
  async (tag_hint) => {
    const phone = { ...phoneReport(`hint ${JSON.stringify(tag_hint)}`), tag_hint };
    expect(await report([phone])).toHaveLength(1);
    const tags = await sql<{ tag: string }>`select tag from devices where tag = ${tag_hint}`.execute(site.db);
    expect(tags.rows).toEqual([]);
  },
);

test('a phone with the tag PF-999999 doesn’t exhaust the tags', async () => {
  await report([{ ...phoneReport('highest'), tag_hint: 'PF-999999' }]);
  expect(await report([phoneReport('next'), phoneReport('after it')])).toHaveLength(2);
  const rows = await sql<{ tag: string }>`
    select tag from devices where serial in ('next', 'after it')`.execute(site.db);
  for (const { tag } of rows.rows) expect(tag).toMatch(/^PF-\d{3}$/);
});

test('numbers of existing tags are skipped', async () => {
  const { rows } = await sql<{ last: number }>`select last_value::int as last from device_numbers`.execute(
    site.db,
  );
  const last = rows[0]?.last ?? 0;
  const named = [1, 2, 3].map((more) => `PF-${String(last + more).padStart(3, '0')}`);
  await report(named.map((tag_hint) => ({ ...phoneReport(`named ${tag_hint}`), tag_hint })));
  expect(await report([phoneReport('passes over')])).toHaveLength(1);
  const tag = await sql`select tag from devices where serial = 'passes over'`.execute(site.db);
  expect(tag.rows).toEqual([{ tag: `PF-${String(last + 4).padStart(3, '0')}` }]);
});

test('repeated reports of a phone that another host serves are logged once in ten minutes', async () => {
  await report([phoneReport('served')]);
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const other = await createTestHost(site.db, 'rack-2');
  const claim = async (): Promise<void> => {
    await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
    const devices = [phoneReport('served')];
    expect(await storeReport({ db: site.db, log, nodeId: '' }, other, { full: false, devices })).toEqual([]);
  };
  for (let time = 0; time < 3; time += 1) await claim();
  expect(warn).toHaveBeenCalledTimes(1);
  await site.advance('11 minutes');
  for (let time = 0; time < 3; time += 1) await claim();
  expect(warn).toHaveBeenCalledTimes(2);
});

test('a phone from a revoked host has no tenant’s user at its new host', async () => {
  await report([phoneReport('prepared')]);
  await sql`update devices set tenant_user = 11 where serial = 'prepared'`.execute(site.db);
  await sql`update hosts set revoked_at = app_now() where id = ${hostId}`.execute(site.db);
  hostId = await createTestHost(site.db, 'rack-3');
  expect(await report([phoneReport('prepared')])).toMatchObject([{ tenant_user: null }]);
});

test('many concurrent reports leave database connections for customers', async () => {
  await createTestUser(site.db, 'ada');
  const token = await site.signIn('ada', testPassword);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const slow = site.db.transaction().execute(async (tx) => {
    await sql`lock table devices in exclusive mode`.execute(tx);
    locked();
    await isOver;
  });
  await isLocked;
  // More than the pool has connections.
  const reportAll = () => Array.from({ length: 12 }, (_, index) => report([phoneReport(`many ${index}`)]));
  const reports = reportAll();
  expect((await site.call('GET', '/api/auth/me', { token })).status).toBe(200);
  end();
  await slow;
  await Promise.all(reports);
  // Where the call took longer than `lock_timeout`, phones were left out; they are taken with the next report.
  expect((await Promise.all(reportAll())).flat()).toHaveLength(12);
});

/** As it comes over the link: through the contract's schema, then into the database. */
async function report(devices: DeviceReport[], db = site.db) {
  const message = agentMessage.parse({ type: 'devices', full: false, devices });
  if (message.type !== 'devices') throw new Error('not a report');
  return storeReport({ db, log: createLog('silent'), nodeId: '' }, hostId, message);
}

async function serials(): Promise<string[]> {
  const result = await sql<{ serial: string }>`select serial from devices`.execute(site.db);
  return result.rows.map((row) => row.serial);
}
