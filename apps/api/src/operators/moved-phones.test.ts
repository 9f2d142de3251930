// Phones that change their host, and phones that share a serial: what makes a phone the same one is its identity.
import { beforeAll, expect, test, vi } from 'vitest';
import {
  connectAgent,
  enrol,
  type HostIdentity,
  listenForAgents,
  phoneReport,
} from '../../test/test-agent.ts';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { devicesChanged } from '../devices/devices.events.ts';
import { runAudit } from '../payments/run-audit.ts';
import { inTransaction, sql } from '../platform/database.ts';

const site = useTestApp();
let agents: string;
let admin: OperatorClient & { id: string };
beforeAll(async () => {
  agents = await listenForAgents(site);
  admin = await signInOperator(site, 'ada', 'admin');
});

test('a phone that our team moves to another host stays one phone with its tag, and can be moved back', async () => {
  const [left, right] = [await newHost('rack-left'), await newHost('rack-right')];
  const report = { ...phoneReport('moving'), tag_hint: 'PF-777' };
  let agent = await connectAgent(agents, left);
  agent.send({ type: 'devices', full: true, devices: [report] });
  await vi.waitFor(async () => expect(await phones('PF-777')).toMatchObject([{ host_name: 'rack-left' }]));
  const [before] = await phones('PF-777');
  for (const [host, name] of [
    [right, 'rack-right'],
    [left, 'rack-left'],
  ] as const) {
    // The cable is out: the host says so, and stays.
    agent.send({ type: 'devices', full: true, devices: [] });
    await vi.waitFor(async () =>
      expect(await phones('PF-777')).toMatchObject([{ connection_state: 'offline' }]),
    );
    agent.close();
    agent = await connectAgent(agents, host);
    agent.send({ type: 'devices', full: true, devices: [report] });
    const claims = [{ host_id: host.hostId, host_name: name }];
    await vi.waitFor(async () => expect(await phones('PF-777')).toMatchObject([{ claims }]));
    const body = { host_id: host.hostId, reason: 'the rack was tidied' };
    expect((await admin.call('POST', `/phones/${before?.['id']}/move`, body)).status).toBe(200);
    await vi.waitFor(async () =>
      expect(await phones('PF-777')).toMatchObject([
        { id: before?.['id'], tag: 'PF-777', host_name: name, connection_state: 'online' },
      ]),
    );
  }
  expect(await phones('rack-right')).toEqual([]);
  agent.close();
});

test('phones with one serial on two hosts are two phones, and each keeps its own name', async () => {
  const serial = '0123456789ABCDEF';
  const [one, two] = [await newHost('rack-one'), await newHost('rack-two')];
  const [first, second] = [await connectAgent(agents, one), await connectAgent(agents, two)];
  first.send({ type: 'devices', full: true, devices: [{ ...phoneReport('twin-1'), serial }] });
  second.send({ type: 'devices', full: true, devices: [{ ...phoneReport('twin-2'), serial }] });
  await vi.waitFor(async () => expect(await phones(serial)).toHaveLength(2));
  const named = async () => (await phones(serial)).map(({ tag, host_name }) => `${tag} ${host_name}`).sort();
  const before = await named();
  expect(new Set(before.map((text) => text.split(' ')[0])).size).toBe(2);
  // Told again, by hosts that have lost their links in between.
  first.close();
  second.close();
  const again = [await connectAgent(agents, one), await connectAgent(agents, two)];
  again[0]?.send({ type: 'devices', full: true, devices: [{ ...phoneReport('twin-1'), serial }] });
  again[1]?.send({ type: 'devices', full: true, devices: [{ ...phoneReport('twin-2'), serial }] });
  await vi.waitFor(async () =>
    expect((await phones(serial)).map((row) => row['connection_state'])).toEqual(['online', 'online']),
  );
  expect(await named()).toEqual(before);
  for (const agent of again) agent.close();
});

test('a host that reconnects before the end of its old link is stored stays online', async () => {
  const host = await newHost('rack-back');
  const report = { ...phoneReport('stays'), tag_hint: 'PF-900' };
  const old = await connectAgent(agents, host);
  old.send({ type: 'devices', full: true, devices: [report] });
  await vi.waitFor(async () =>
    expect(await phones('PF-900')).toMatchObject([{ connection_state: 'online' }]),
  );
  // The old link ends while a report of it is still being stored: its end is noted after that.
  const held = Promise.withResolvers<void>();
  const holding = inTransaction(site.db, async (tx) => {
    await sql`select from devices where tag = 'PF-900' for update`.execute(tx);
    old.send({ type: 'devices', full: false, devices: [{ ...report, battery_level: 5 }] });
    await vi.waitFor(async () => expect(await waitsForLock()).toBe(true));
    await held.promise;
  });
  await vi.waitFor(async () => expect(await waitsForLock()).toBe(true));
  const [phone] = await phones('PF-900');
  let changes = 0;
  const stopListening = site.app.deps.events.on(devicesChanged, ({ device_ids }) => {
    // Links of earlier tests may end only now, with changes of their own phones.
    if (device_ids.includes(String(phone?.['id']))) changes += 1;
  });
  old.close();
  await old.closed;
  const back = await connectAgent(agents, host);
  held.resolve();
  await holding;
  // The report's own change, and the noted end of the old link.
  await vi.waitFor(() => expect(changes).toBe(2));
  expect(await phones('PF-900')).toMatchObject([{ connection_state: 'online' }]);
  stopListening();
  back.close();
});

test('the audit finds nothing after these moves', async () => {
  await expect.poll(() => runAudit(site.app.deps, 'all')).toEqual([]);
});

async function waitsForLock(): Promise<boolean> {
  const found = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db);
  return found.rows.length > 0;
}

async function phones(q: string): Promise<Record<string, unknown>[]> {
  return ((await admin.call('GET', `/phones?q=${q}`)).body as { rows: Record<string, unknown>[] }).rows;
}

async function newHost(name: string): Promise<HostIdentity> {
  const { body } = await admin.call('POST', '/hosts/enrolment-codes', { reason: 'racks are set up' });
  const joined = await enrol(agents, String(body['code']), name);
  return { hostId: String(joined.body['host_id']), privateKey: joined.privateKey };
}
