// Requests for a channel while the link of the phone's host is away for a moment, and the database doesn't know it yet.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { type SecondNode, startSecondNode } from '../../test/second-node.ts';
import { connectAgent, enrol, listenForAgents, phoneReport, type TestAgent } from '../../test/test-agent.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import type { App } from '../app.ts';
import { hostLinked } from '../devices/devices.events.ts';
import { createEnrolmentCode } from '../devices/devices.ts';
import { type Channels, createChannels } from './channels.ts';

const patience = { timeout: 60_000, interval: 20 };

let first: TestApp;
let second: SecondNode;
let agent: TestAgent;
let deviceId: string;
let made = 0;
const undo: (() => void)[] = [];

beforeAll(async () => {
  first = await startTestApp({ NATS_URL: '' });
  second = await startSecondNode(first.databaseUrl, await findFreePort(), { NATS_URL: '' });
  const { node } = second.app.deps;
  await vi.waitFor(() => expect(node.others()).toHaveLength(1), patience);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});
let address: string | undefined;
beforeEach(async () => {
  made += 1;
  address ??= await listenForAgents(first);
  const joined = await enrol(address, await createEnrolmentCode({ db: first.db }), `rack-${made}`);
  agent = await connectAgent(address, {
    hostId: String(joined.body['host_id']),
    privateKey: joined.privateKey,
  });
  report();
  const known = await vi.waitFor(() => {
    const found = agent.received.find((message) => message.type === 'known_devices');
    if (found?.type !== 'known_devices') throw new Error('the phone is not known yet');
    return found;
  }, patience);
  deviceId = known.devices[0]?.device_id ?? '';
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
  agent.close();
});

/** The messages of an agent that has linked. */
function report(): void {
  agent.send({ type: 'devices', full: true, devices: [phoneReport(`phone-${made}`)] });
}

function channelsOf({ deps, links }: App, changed: Partial<App['links']> = {}): Channels {
  const channels = createChannels({ ...deps, links: { ...links, ...changed }, nodeUrl: 'ws://127.0.0.1:9' });
  undo.push(channels.stop);
  return channels;
}

/** The agent gets a request, and refuses it. */
async function refuse(): Promise<void> {
  const asked = await vi.waitFor(() => {
    const found = agent.received.find((message) => message.type === 'open_channel');
    if (found?.type !== 'open_channel') throw new Error('the channel was not requested');
    return found;
  }, patience);
  agent.send({ type: 'channel_failed', channel_id: asked.channel_id, detail: 'as the agent says' });
}

const request = { assignmentId: randomUUID(), kind: 'stream', expiresAt: null } as const;

test('a node that has lost the link itself says at once that the phone is offline', async () => {
  const channels = channelsOf(first.app, { send: async () => 'not_sent' });
  await expect(channels.open({ ...request, deviceId })).rejects.toThrow('The phone is offline.');
});

test('a request to a node without the link is made again when the host links to that node again', async () => {
  const { links } = second.app;
  const outcomes: string[] = [];
  const send = vi.fn<typeof links.send>(async (...message) => {
    const outcome = outcomes.length === 0 ? 'not_sent' : await links.send(...message);
    outcomes.push(outcome);
    return outcome;
  });
  const opening = channelsOf(second.app, { send }).open({ ...request, deviceId });
  const failed = expect(opening).rejects.toThrow('as the agent says');
  await vi.waitFor(() => expect(outcomes[0]).toBe('not_sent'), patience);
  report();
  await refuse();
  await failed;
});

test('a link that is heard of before the answer counts too', async () => {
  const { links, deps } = second.app;
  const linked = vi.fn();
  let calls = 0;
  const send: typeof links.send = async (...message) => {
    calls += 1;
    if (calls > 1) return links.send(...message);
    report();
    await vi.waitFor(() => expect(linked).toHaveBeenCalled(), patience);
    return 'not_sent';
  };
  const channels = channelsOf(second.app, { send });
  undo.push(deps.events.on(hostLinked, linked));
  const opening = channels.open({ ...request, deviceId });
  const failed = expect(opening).rejects.toThrow('as the agent says');
  await refuse();
  await failed;
});
