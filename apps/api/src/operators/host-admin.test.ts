import { randomUUID } from 'node:crypto';
import { agentVersion } from '@pocketfleet/contract';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { beforeAll, expect, test, vi } from 'vitest';
import { cutWithinMs } from '../../test/cut-within.ts';
import {
  connectAgent,
  enrol,
  type HostIdentity,
  listenForAgents,
  newKey,
  phoneReport,
  signText,
  type TestAgent,
} from '../../test/test-agent.ts';
import { auditOf, type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { enrolHost } from '../devices/enrolment.ts';
import { sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { createChannels } from '../streaming/channels.ts';

const site = useTestApp();
let agents: string;
let admin: OperatorClient & { id: string };
const reason = 'rack four is new';
beforeAll(async () => {
  agents = await listenForAgents(site);
  admin = await signInOperator(site, 'ada', 'admin');
});

test('a host joins with a code of an operator, once, and its phones appear', async () => {
  const { body } = await admin.call('POST', '/hosts/enrolment-codes', { reason });
  expect(body['join_command']).toBe(`pocketfleet-agent join ws://127.0.0.1:4002 ${body['code']}`);
  const joined = await enrol(agents, String(body['code']), 'rack-4');
  expect(joined.status).toBe(200);
  const host = { hostId: String(joined.body['host_id']), privateKey: joined.privateKey };
  const agent = await connectAgent(agents, host);
  agent.send({ type: 'devices', full: true, devices: [phoneReport('A1'), phoneReport('A2')] });
  await vi.waitFor(async () => {
    const { rows } = await listHosts('rack-4');
    expect(rows).toMatchObject([
      { connection_state: 'online', phone_count: 2, online_phone_count: 2, agent_version_state: 'current' },
    ]);
  });
  expect(await auditOf(site.db, 'issue_enrolment_code')).toMatchObject([
    { operator: 'ada', reason, outcome: 'done' },
  ]);
  agent.close();
});

test('a code that was used, or is older than 10 minutes, is refused and in the log', async () => {
  const used = await newHost('rack-5');
  const again = await enrol(agents, used.code, 'rack-6');
  expect(again).toMatchObject({ status: 403, body: { detail: expect.stringContaining('used or older') } });
  const code = await newCode();
  await site.advance('10 minutes 1 second');
  expect((await enrol(agents, code, 'rack-7')).status).toBe(403);
  await site.runJobs();
  expect(await auditOf(site.db, 'enrol_host')).toMatchObject([
    {
      operator: 'host rack-7',
      outcome: 'refused',
      refusal: expect.stringContaining('older than 10 minutes'),
    },
    { operator: 'host rack-6', outcome: 'refused' },
  ]);
});

test('beyond a limit, refused enrolments are not written to the audit log', async () => {
  const rowsBefore = (await auditOf(site.db, 'enrol_host')).length;
  const { deps } = site.app;
  const { public_key } = newKey();
  const input = { code: 'AAAA-AAAA-AAAA-AAAA', name: 'flood', public_key, agent_version: '1.2.0' };
  for (let time = 0; time < 70; time += 1)
    await expect(enrolHost(deps, input, `192.0.2.${time}`)).rejects.toThrow('unknown');
  await site.runJobs();
  const rows = (await auditOf(site.db, 'enrol_host')).length - rowsBefore;
  expect(rows > 0 && rows <= 60).toBe(true);
});

test('a host that missed the enrolment response can repeat it with its key, and nobody else can use the code', async () => {
  const code = await newCode();
  const key = newKey();
  const first = await enrol(agents, code, 'rack-21', key);
  expect(await enrol(agents, code, 'rack-21', key)).toMatchObject({ status: 200, body: first.body });
  // It may have been without a line for longer than a code counts.
  await site.advance('10 minutes 1 second');
  expect(await enrol(agents, code, 'rack-21', key)).toMatchObject({ status: 200, body: first.body });
  expect((await enrol(agents, code, 'rack-22')).status).toBe(403);
  // Only an unused code says what a host is called.
  expect((await enrol(agents, code, 'rack-23', key)).body).toEqual(first.body);
  expect((await listHosts('rack-23')).rows).toHaveLength(0);
  expect((await listHosts('rack-21')).rows).toHaveLength(1);
  await sql`update enrolment_codes set used_at = used_at - interval '1 day'
    where code_hash = ${hashSecret(code)}`.execute(site.db);
  expect((await enrol(agents, code, 'rack-21', key)).status).toBe(403);
  expect((await enrol(agents, await newCode(), 'rack-24', key)).body).toEqual(first.body);
  expect((await listHosts('rack-24')).rows).toHaveLength(1);
});

test('a revoked host is gone at once, and revoking it twice is refused', async () => {
  const host = await newHost('rack-8');
  const agent = await connectAgent(agents, host);
  agent.send({ type: 'devices', full: true, devices: [phoneReport('B1')] });
  await vi.waitFor(async () =>
    expect(await phonesOf('rack-8')).toMatchObject([{ connection_state: 'online' }]),
  );
  const beganMs = performance.now();
  const answer = await admin.call('POST', `/hosts/${host.hostId}/revoke`, { reason: 'stolen from the rack' });
  expect(answer.body).toMatchObject({ connection_state: 'offline', revoked_at: expect.any(String) });
  await agent.closed;
  expect(performance.now() - beganMs).toBeLessThan(cutWithinMs);
  expect(await phonesOf('rack-8')).toMatchObject([{ connection_state: 'offline' }]);

  const back = await connectAgent(agents, host);
  expect(back.received.at(-1)).toMatchObject({ type: 'refused', retry: false });
  const twice = await admin.call('POST', `/hosts/${host.hostId}/revoke`, { reason: 'once more' });
  expect(twice).toMatchObject({ status: 409, body: { code: 'already_done' } });
  expect(await auditOf(site.db, 'revoke_host')).toMatchObject([{ outcome: 'refused' }, { outcome: 'done' }]);
});

test('a revoked key can not join again, with a new code either', async () => {
  const key = newKey();
  const host = await newHost('rack-9', key);
  await admin.call('POST', `/hosts/${host.hostId}/revoke`, { reason: 'the disk was copied' });
  const again = await enrol(agents, await newCode(), 'rack-9', key);
  expect(again).toMatchObject({ status: 403, body: { detail: expect.stringContaining('revoked') } });
});

test('streams of a revoked host end at once', async () => {
  const host = await newHost('rack-10');
  const agent = await connectAgent(agents, host);
  agent.send({ type: 'devices', full: true, devices: [phoneReport('C1')] });
  await vi.waitFor(async () => expect(await phonesOf('rack-10')).toHaveLength(1));
  const [phone] = await phonesOf('rack-10');
  const { deps, links } = site.app;
  const channels = createChannels({ ...deps, links, nodeUrl: 'ws://127.0.0.1:1' });
  const opening = channels.open({
    deviceId: String(phone?.['id']),
    assignmentId: randomUUID(),
    kind: 'shell',
    expiresAt: null,
  });
  const asked = await receive(agent, 'open_channel');
  const socket = new FakeSocket();
  channels.accept(socket as never, {
    params: { channelId: asked.channel_id },
    query: new URLSearchParams(),
    offered: [asked.secret],
    request: {} as never,
    address: '127.0.0.1',
    proven: () => undefined,
  });
  await opening;
  const beganMs = performance.now();
  await admin.call('POST', `/hosts/${host.hostId}/revoke`, { reason: 'stolen from the rack' });
  await vi.waitFor(() => expect(socket.readyState).toBe(socket.CLOSED));
  expect(performance.now() - beganMs).toBeLessThan(cutWithinMs);
  channels.stop();
});

test('a rotated key replaces the old one, which is refused', async () => {
  const host = await newHost('rack-11');
  const agent = await connectAgent(agents, host);
  const before = (await listHosts('rack-11')).rows[0];
  const answer = await admin.call('POST', `/hosts/${host.hostId}/rotate-key`, { reason: 'every year' });
  expect(answer.body).toMatchObject({ is_rotating: true });
  const next = newKey();
  await sendNewKey(agent, host, next);
  await vi.waitFor(() => expect(agent.received.at(-1)).toMatchObject({ type: 'key_accepted' }));
  const after = (await listHosts('rack-11')).rows[0];
  expect(after?.['is_rotating']).toBe(false);
  expect(after?.['key_fingerprint']).not.toBe(before?.['key_fingerprint']);
  agent.close();
  expect((await connectAgent(agents, host)).received.at(-1)).toMatchObject({ type: 'refused' });
  const renewed = await connectAgent(agents, { ...host, privateKey: next.privateKey });
  expect(renewed.received.at(-1)).toMatchObject({ type: 'welcome' });
  renewed.close();
});

test('an offline host is asked for its new key when it returns', async () => {
  const host = await newHost('rack-12');
  await admin.call('POST', `/hosts/${host.hostId}/rotate-key`, { reason: 'every year' });
  const agent = await connectAgent(agents, host);
  await receive(agent, 'rotate_key');
  agent.close();
});

test('a new key that was not requested, or that the host does not have, is refused', async () => {
  const host = await newHost('rack-13');
  const agent = await connectAgent(agents, host);
  await sendNewKey(agent, host, newKey(), 'a-nonce');
  await agent.closed;
  await admin.call('POST', `/hosts/${host.hostId}/rotate-key`, { reason: 'every year' });
  const liar = await connectAgent(agents, host);
  await vi.waitFor(() => expect(liar.received.at(-1)).toMatchObject({ type: 'rotate_key' }));
  await sendNewKey(liar, host, { ...newKey(), privateKey: host.privateKey });
  await liar.closed;
  expect((await connectAgent(agents, host)).received).toContainEqual(
    expect.objectContaining({ type: 'welcome' }),
  );
});

test('an older agent with the same protocol is told to update and works on; another protocol is refused', async () => {
  const host = await newHost('rack-14');
  const older = await connectAgent(agents, host, { agent_version: '1.0.0' });
  expect(older.received.at(-1)).toMatchObject({ type: 'welcome', update_to: agentVersion });
  older.send({ type: 'devices', full: true, devices: [phoneReport('D1')] });
  await vi.waitFor(async () =>
    expect((await listHosts('rack-14')).rows).toMatchObject([
      { agent_version_state: 'older', online_phone_count: 1 },
    ]),
  );
  older.close();
  const foreign = await connectAgent(agents, host, { protocol: 2 });
  expect(foreign.received.at(-1)).toMatchObject({
    type: 'refused',
    retry: false,
    detail: expect.stringContaining('Install agent'),
  });
});

test('a host that claims another host’s phone is refused; it is in the log and raises an alarm', async () => {
  const owner = await newHost('rack-15');
  const honest = await connectAgent(agents, owner);
  honest.send({ type: 'devices', full: true, devices: [phoneReport('E1')] });
  await vi.waitFor(async () => expect(await phonesOf('rack-15')).toHaveLength(1));
  const liar = await connectAgent(agents, await newHost('rack-16'));
  liar.send({ type: 'devices', full: true, devices: [phoneReport('E1')] });
  await vi.waitFor(() =>
    expect(liar.received).toContainEqual(expect.objectContaining({ type: 'known_devices', devices: [] })),
  );
  await site.runJobs();
  expect(await phonesOf('rack-15')).toHaveLength(1);
  expect(await auditOf(site.db, 'report_phone')).toMatchObject([
    {
      operator: 'host rack-16',
      outcome: 'refused',
      subject: 'host',
      refusal: expect.stringMatching(/^forbidden: ./),
    },
  ]);
  const alarms = await admin.call('GET', '/alarms?kind=host_lied');
  expect(alarms.body['rows']).toMatchObject([{ host_name: 'rack-16', ended_at: null }]);
  honest.close();
  liar.close();
});

type Received = TestAgent['received'][number];
type Rows = { rows: Record<string, unknown>[] };

async function listHosts(q: string): Promise<Rows> {
  return (await admin.call('GET', `/hosts?q=${q}`)).body as Rows;
}

async function phonesOf(q: string): Promise<Record<string, unknown>[]> {
  return ((await admin.call('GET', `/phones?q=${q}`)).body as Rows).rows;
}

async function newCode(): Promise<string> {
  return String((await admin.call('POST', '/hosts/enrolment-codes', { reason })).body['code']);
}

async function newHost(name: string, key = newKey()): Promise<HostIdentity & { code: string }> {
  const code = await newCode();
  const joined = await enrol(agents, code, name, key);
  return { hostId: String(joined.body['host_id']), privateKey: key.privateKey, code };
}

async function sendNewKey(
  agent: TestAgent,
  host: HostIdentity,
  key: ReturnType<typeof newKey>,
  unasked?: string,
): Promise<void> {
  const nonce = unasked ?? (await receive(agent, 'rotate_key')).nonce;
  const signature = signText(key.privateKey, `pocketfleet-agent-key:${host.hostId}:${nonce}`);
  agent.send({ type: 'new_key', public_key: key.public_key, signature });
}

function receive<Type extends Received['type']>(agent: TestAgent, type: Type) {
  const isWanted = (each: Received): each is Received & { type: Type } => each.type === type;
  return vi.waitUntil(() => agent.received.find(isWanted));
}
