// How a bridge ends for the customer when the agent ends its channel, and what is recorded of it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { encodeBridgeMessage } from '@pocketfleet/adb-bridge';
import { closeCodes } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { joinBridge } from './bridge-join.ts';

let server: WebSocketServer;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterEach(() => server.close());

/** Both ends of one websocket. */
async function connect(): Promise<[near: WebSocket, far: WebSocket]> {
  const arrived = once(server, 'connection');
  const far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [near] = (await arrived) as [WebSocket];
  await once(far, 'open');
  return [near, far];
}

test.each([
  ['too_many', 'too_many'],
  ['normal', 'device_offline'],
] as const)(
  'a channel that the agent closes with %s closes the customer’s socket with %s',
  async (by, as) => {
    const [customer, program] = await connect();
    const [channel, agent] = await connect();
    joinBridge(
      customer,
      channel,
      () => 'device_offline',
      () => undefined,
    );
    agent.close(closeCodes[by].code);
    const [code, text] = (await once(program, 'close')) as [number, Buffer];
    expect([code, text.toString()]).toEqual([closeCodes[as].code, closeCodes[as].detail]);
  },
);

test('services opened by adb are told by kind when the customer is gone, and nothing of their content', async () => {
  const [customer, program] = await connect();
  const [channel] = await connect();
  const order: unknown[] = [];
  customer.once('close', () => order.push('closed'));
  joinBridge(
    customer,
    channel,
    () => 'device_offline',
    (opens) => order.push(opens),
  );
  const services = [
    'shell,v2,raw:echo secret',
    'shell:ls',
    'sync:',
    'abb_exec:package\0install',
    'tcp:8080',
    'localabstract:chrome_devtools_remote',
    'reverse:forward:tcp:1;tcp:2',
    'jdwp:12',
    'secret:secret',
  ];
  services.forEach((service, index) => {
    program.send(encodeBridgeMessage({ type: 'open', stream: 2 * index + 1, credit: 10, service }));
  });
  program.close();
  await expect.poll(() => order.length).toBe(2);
  expect(order).toEqual([
    { shell: 2, sync: 1, abb: 1, forward: 2, reverse: 1, debug: 1, other: 1 },
    'closed',
  ]);
});
