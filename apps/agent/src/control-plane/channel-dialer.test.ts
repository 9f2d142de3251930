// Bridges of one phone, opened at a control plane that takes every channel.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeCodes } from '@pocketfleet/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { ChannelDialer } from './channel-dialer.ts';

let lab: PhoneLab;
let server: WebSocketServer;
beforeEach(async () => {
  lab = openLab();
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await lab.stop();
});

type Bridge = { socket: WebSocket; greetings: number; closeCode?: number };

test('a phone has eight bridges at most, and the reason is said to the next one', async () => {
  const phone = await lab.addPhone();
  const { runner, reports } = lab.addRunner(phone.port);
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  runner.tenantUser = 0;
  const failures: string[] = [];
  const dialer = new ChannelDialer(pino({ level: 'silent' }), lab.dir, (_id, detail) =>
    failures.push(detail),
  );
  const device_id = randomUUID();
  const node_url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = async (): Promise<Bridge> => {
    const arrived = once(server, 'connection');
    const request = {
      type: 'open_channel',
      channel_id: randomUUID(),
      kind: 'adb',
      secret: 'secret',
    } as const;
    dialer.open({ ...request, device_id, node_url, expires_at: null }, runner);
    const [socket] = (await arrived) as [WebSocket];
    const bridge: Bridge = { socket, greetings: 0 };
    // The phone's banner.
    socket.on('message', () => (bridge.greetings += 1));
    socket.on('close', (code) => (bridge.closeCode = code));
    return bridge;
  };
  const bridges: Bridge[] = [];
  for (let count = 1; count <= 8; count += 1) bridges.push(await open());
  await expect.poll(() => bridges.every(({ greetings }) => greetings === 1)).toBe(true);
  const refused = await open();
  await expect.poll(() => refused.closeCode).toBe(closeCodes.too_many.code);
  expect(refused.greetings).toBe(0);
  const [first] = bridges;
  first?.socket.close();
  await expect.poll(() => first?.closeCode).toBeDefined();
  const next = await open();
  await expect.poll(() => next.greetings).toBe(1);
  expect(failures).toEqual([]);
  dialer.stop();
});
