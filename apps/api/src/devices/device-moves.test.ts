// A host that reports another host's phone, by the real protocol: nothing of the phone, and nothing that its tenant
// types, is the host's before our team says so. Each of a phone's tenants can read its identity.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  connectAgent,
  type HostIdentity,
  listenForAgents,
  newKey,
  phoneReport,
  type TestAgent,
} from '../../test/test-agent.ts';
import { createTestUser } from '../../test/test-app.ts';
import { proveClean } from '../../test/test-devices.ts';
import { auditOf, type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice, endAssignment } from '../assignments/assignments.ts';
import { cleanNow, quarantineDevice } from '../cleaning/cleaning.ts';
import { sweepAlarms } from '../operators/alarms.ts';
import { runAudit } from '../payments/run-audit.ts';
import { sql } from '../platform/database.ts';
import { createChannels } from '../streaming/channels.ts';

const site = useTestApp();
let agents: string;
let admin: OperatorClient & { id: string };
let tenant: string;
beforeAll(async () => {
  agents = await listenForAgents(site);
  admin = await signInOperator(site, 'ada', 'admin');
  tenant = await createTestUser(site.db, 'grace');
});

type State = Parameters<typeof phoneState>[1];
const phoneState = (serial: string, state: 'ready' | 'cleaning' | 'preparing' | 'absent') => ({
  ...phoneReport(serial),
  state,
});
const reason = 'the rack was tidied';

test.each<[string, State, string]>([
  ['being cleaned', 'cleaning', 'clean'],
  ['prepared', 'preparing', 'quarantine'],
  ['restarting', 'absent', 'none'],
])('a phone that is %s stays with its host when another one reports it', async (_, state, doFirst) => {
  const { device, serial, honest, rogue } = await scene();
  if (doFirst === 'clean') await cleanNow({ db: site.db }, device);
  if (doFirst === 'quarantine') await quarantineDevice({ db: site.db }, device, 'it flickers');
  honest.agent.send({ type: 'devices', full: false, devices: [phoneState(serial, state)] });
  await connectionIs(device, 'offline');
  expect(await reportsAs(rogue.agent, serial)).toEqual([]);
  expect(await hostOf(device)).toBe(honest.hostId);
  expect(await reportsAs(honest.agent, serial)).toMatchObject([{ device_id: device }]);
  expect(rogue.agent.received.some(({ type }) => type === 'command')).toBe(false);
  await end(honest, rogue);
});

test('a host that is offline for 8 s during a rental gets its phone back, and the tenant’s input reaches no other phone', async () => {
  const { device, serial, honest, rogue } = await scene();
  const assignment = await rent(device);
  honest.agent.close();
  await connectionIs(device, 'offline');
  expect(await reportsAs(rogue.agent, serial)).toEqual([]);
  const { deps, links } = site.app;
  const channels = createChannels({ ...deps, links, nodeUrl: 'ws://127.0.0.1:1' });
  const call = { deviceId: device, assignmentId: assignment, kind: 'shell', expiresAt: null } as const;
  await expect(channels.open(call)).rejects.toThrow('The phone is offline.');
  channels.stop();
  const back = await connectAgent(agents, honest);
  expect(await reportsAs(back, serial)).toMatchObject([{ device_id: device, tenant_user: 10 }]);
  await connectionIs(device, 'online');
  expect(rogue.agent.received.some(({ type }) => type === 'open_channel')).toBe(false);
  back.close();
  await end(honest, rogue);
});

test('only its own host can clean a phone that was handed back', async () => {
  const { device, serial, honest, rogue } = await scene();
  const assignment = await rent(device);
  expect(await reportsAs(rogue.agent, serial)).toEqual([]);
  await endAssignment({ db: site.db }, assignment);
  honest.agent.send({ type: 'devices', full: false, devices: [phoneState(serial, 'cleaning')] });
  await connectionIs(device, 'offline');
  expect(await reportsAs(rogue.agent, serial)).toEqual([]);
  await reportsAs(honest.agent, serial);
  const asked = await commandTo(honest.agent);
  rogue.agent.send({ type: 'command_result', command_id: asked, device_id: device, ok: true, detail: '' });
  await site.runJobs();
  expect(await stateOf(device)).toMatchObject({ state: 'cleaning', proven_by: null });
  expect(rogue.agent.received.some(({ type }) => type === 'command')).toBe(false);
  await end(honest, rogue);
});

test('repeated claims of a host are in the audit log once', async () => {
  const { device, serial, honest, rogue } = await scene();
  honest.agent.close();
  await connectionIs(device, 'offline');
  for (let time = 0; time < 4; time += 1) {
    await reportsAs(rogue.agent, serial);
    await site.runJobs();
    rogue.agent.send({ type: 'devices', full: true, devices: [] });
    await vi.waitFor(async () => expect(await claimsOf(device)).toEqual([]));
  }
  const rows = (await auditOf(site.db, 'report_phone')).filter(
    ({ operator }) => operator === `host ${rogue.name}`,
  );
  expect(rows).toHaveLength(1);
  await end(honest, rogue);
});

test('a phone that our team moves is on its new host at once, is cleaned there, and its old proof is not valid', async () => {
  const { device, serial, honest, rogue: next } = await scene();
  await cleanNow({ db: site.db }, device);
  await reportsAs(honest.agent, serial);
  const asked = await commandTo(honest.agent);
  expect(await reportsAs(next.agent, serial)).toEqual([]);
  const moved = await move(device, next);
  expect(moved).toMatchObject({ status: 200, body: { host_name: next.name, state: 'cleaning', claims: [] } });
  expect(await auditOf(site.db, 'move_phone')).toMatchObject([{ operator: 'ada', reason, outcome: 'done' }]);
  await vi.waitFor(() =>
    expect(next.agent.received).toContainEqual(
      expect.objectContaining({ devices: [expect.objectContaining({ device_id: device })] }),
    ),
  );
  const askedNext = await commandTo(next.agent);
  expect(askedNext).not.toBe(asked);
  honest.agent.send({ type: 'command_result', command_id: asked, device_id: device, ok: true, detail: '' });
  expect(await reportsAs(honest.agent, serial)).toEqual([]);
  await site.runJobs();
  expect(await stateOf(device)).toMatchObject({ state: 'cleaning', proven_by: null });
  await end(honest, next);
});

test('a tenant keeps a phone that is moved, and streams from the old host end', async () => {
  const { device, serial, honest, rogue: next } = await scene();
  const assignment = await rent(device);
  const { deps, links } = site.app;
  const channels = createChannels({ ...deps, links, nodeUrl: 'ws://127.0.0.1:1' });
  const call = { deviceId: device, assignmentId: assignment, kind: 'shell', expiresAt: null } as const;
  const opening = channels.open(call).catch(() => undefined);
  // Other requests, such as a command to prepare the phone, may come before or after it.
  const isRequested = (agent: typeof honest.agent) =>
    agent.received.some(({ type }) => type === 'open_channel');
  await vi.waitFor(() => expect(isRequested(honest.agent)).toBe(true));
  await reportsAs(next.agent, serial);
  expect(await move(device, next)).toMatchObject({ status: 200, body: { state: 'ready' } });
  // A channel that was requested from the old host is requested from the new one.
  await vi.waitFor(() => expect(isRequested(next.agent)).toBe(true));
  channels.stop();
  await opening;
  expect(await reportsAs(next.agent, serial)).toMatchObject([{ device_id: device, tenant_user: 10 }]);
  await endAssignment({ db: site.db }, assignment);
  expect(await stateOf(device)).toMatchObject({ state: 'cleaning', proven_by: null, tenant_user: null });
  await commandTo(next.agent);
  await end(honest, next);
});

test('the phones of a revoked host move to the host that reports them, and are cleaned there', async () => {
  const { device, serial, honest, rogue: next } = await scene();
  await admin.call('POST', `/hosts/${honest.hostId}/revoke`, { reason: 'its disk is lost' });
  expect(await reportsAs(next.agent, serial)).toMatchObject([{ device_id: device }]);
  expect(await hostOf(device)).toBe(next.hostId);
  expect(await stateOf(device)).toMatchObject({ state: 'cleaning', proven_by: null });
  await end(honest, next);
});

test('a phone is not moved to a host that does not report it, and the database refuses moves that nobody allowed', async () => {
  const { device, honest, rogue } = await scene();
  expect(await move(device, rogue)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await expect(
    sql`update devices set host_id = ${rogue.hostId} where id = ${device}`.execute(site.db),
  ).rejects.toThrow('nobody allowed');
  const body = { host_id: rogue.hostId, reason };
  expect((await admin.call('POST', `/phones/${randomUUID()}/move`, body)).status).toBe(404);
  await end(honest, rogue);
});

test('a phone of a host that is offline for days is not moved before our team decides, who get an alarm', async () => {
  const { device, serial, tag, honest, rogue } = await scene();
  honest.agent.close();
  await site.advance('3 days');
  admin = await signInOperator(site, 'bea', 'admin');
  expect(await reportsAs(rogue.agent, serial)).toEqual([]);
  await sweepAlarms(site.app.deps);
  await site.runJobs();
  const { body } = await admin.call('GET', '/alarms?kind=phone_claimed&state=open');
  const open = (body['rows'] as { tag: string }[]).filter((alarm) => alarm.tag === tag);
  expect(open).toMatchObject([{ device_id: device, host_id: rogue.hostId, ended_at: null }]);
  expect(await auditOf(site.db, 'report_phone')).toContainEqual(
    expect.objectContaining({ operator: `host ${rogue.name}`, outcome: 'refused' }),
  );
  // It was plugged in by mistake.
  rogue.agent.send({ type: 'devices', full: true, devices: [] });
  await vi.waitFor(async () => expect(await claimsOf(device)).toEqual([]));
  await sweepAlarms(site.app.deps);
  const after = await admin.call('GET', '/alarms?kind=phone_claimed&state=open');
  expect((after.body['rows'] as { tag: string }[]).filter((alarm) => alarm.tag === tag)).toEqual([]);
  await end(honest, rogue);
});

test('the audit finds nothing after these moves', async () => {
  // A rental that ran out when the clock was moved is ended by a sweep each second.
  await expect.poll(() => runAudit(site.app.deps, 'all')).toEqual([]);
});

type Host = HostIdentity & { name: string; agent: TestAgent };
let scenes = 0;

/** A clean phone on its host, and another host that is connected. */
async function scene() {
  scenes += 1;
  const serial = `phone ${scenes}`;
  const honest = await newHost(`honest-${scenes}`);
  const rogue = await newHost(`other-${scenes}`);
  const [served] = await reportsAs(honest.agent, serial);
  const device = served?.device_id ?? '';
  await proveClean(site.db, device);
  const found = await sql<{ tag: string }>`select tag from devices where id = ${device}`.execute(site.db);
  return { device, serial, tag: found.rows[0]?.tag ?? '', honest, rogue };
}

async function newHost(name: string): Promise<Host> {
  const { privateKey, public_key } = newKey();
  const made = await sql<{ id: string }>`
    insert into hosts (name, public_key) values (${name}, decode(${public_key}, 'base64')) returning id`.execute(
    site.db,
  );
  const identity = { hostId: made.rows[0]?.id ?? '', privateKey };
  return { ...identity, name, agent: await connectAgent(agents, identity) };
}

/** The control plane's response to a report of this one phone as ready. */
async function reportsAs(agent: TestAgent, serial: string) {
  const answers = () => agent.received.filter((message) => message.type === 'known_devices');
  const before = answers().length;
  agent.send({ type: 'devices', full: false, devices: [phoneState(serial, 'ready')] });
  return vi.waitFor(() => {
    const answer = answers()[before];
    if (answer === undefined) throw new Error('not answered yet');
    return answer.devices;
  });
}

/** The id of a command about cleaning that this host was sent. */
async function commandTo(agent: TestAgent): Promise<string> {
  return vi.waitFor(
    () => {
      const command = agent.received.findLast((message) => message.type === 'command');
      if (command === undefined) throw new Error('no command yet');
      return command.command_id;
    },
    { timeout: 60_000 },
  );
}

async function rent(device: string): Promise<string> {
  const nowMs = site.app.deps.clock.nowMs();
  const id = await assignDevice(
    { db: site.db },
    {
      device_id: device,
      user_id: tenant,
      order_id: null,
      starts_at: new Date(nowMs - 1_000).toISOString(),
      expires_at: new Date(nowMs + 3_600_000).toISOString(),
    },
  );
  await sql`update assignments set state = 'active', prepared_at = app_now() where id = ${id}`.execute(
    site.db,
  );
  await sql`update devices set tenant_user = 10 where id = ${device}`.execute(site.db);
  return id;
}

const move = (device: string, to: Host) =>
  admin.call('POST', `/phones/${device}/move`, { host_id: to.hostId, reason });

const hostOf = async (device: string) => (await stateOf(device))?.host_id;

async function stateOf(device: string) {
  const found = await sql<{ host_id: string; state: string; proven_by: string | null }>`
    select host_id, state, proven_by, tenant_user from devices where id = ${device}`.execute(site.db);
  return found.rows[0];
}

async function claimsOf(device: string): Promise<unknown[]> {
  return ((await admin.call('GET', `/phones/${device}`)).body as { claims: unknown[] }).claims;
}

async function connectionIs(device: string, state: 'online' | 'offline'): Promise<void> {
  await vi.waitFor(async () => {
    const found = await sql<{ connection_state: string }>`
      select connection_state from device_presence where device_id = ${device}`.execute(site.db);
    expect(found.rows[0]?.connection_state).toBe(state);
  });
}

async function end(...hosts: Host[]): Promise<void> {
  for (const { agent } of hosts) agent.close();
}
