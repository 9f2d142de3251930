// A host as the control plane sees it: enrols, proves its key, reports, answers. For tests of the link itself;
// the real agent has tests of its own.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  type AgentMessage,
  agentProtocolVersion,
  agentVersion,
  type ControlPlaneMessage,
  controlPlaneMessage,
  type DeviceReport,
} from '@pocketfleet/contract';
import { WebSocket } from 'ws';
import { hashSecret } from '../src/platform/secrets.ts';
import type { TestApp } from './test-app.ts';

export type HostIdentity = { hostId: string; privateKey: KeyObject };

export type TestAgent = {
  received: ControlPlaneMessage[];
  send: (message: AgentMessage) => void;
  /** As it is, right or not. */
  sendRaw: (text: string) => void;
  isOpen: () => boolean;
  /** Milliseconds until the control plane closes the link. */
  closed: Promise<number>;
  close: () => void;
};

/** Opens AGENT_PORT on a free port; returns "127.0.0.1:port". */
export async function listenForAgents(site: TestApp): Promise<string> {
  await site.app.agents.listen({ host: '127.0.0.1', port: 0 });
  return `127.0.0.1:${(site.app.agents.server.address() as AddressInfo).port}`;
}

export function newKey(): { privateKey: KeyObject; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') };
}

export async function enrol(
  address: string,
  code: string,
  name: string,
  key = newKey(),
): Promise<{ status: number; body: Record<string, unknown>; privateKey: KeyObject }> {
  const response = await fetch(`http://${address}/agent/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name, public_key: key.public_key, agent_version: agentVersion }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, privateKey: key.privateKey };
}

export async function connectAgent(
  address: string,
  host: HostIdentity,
  claims: {
    agent_version?: string;
    protocol?: number;
    /** The address that a proxy in front names. */
    from?: string;
  } = {},
): Promise<TestAgent> {
  const headers = claims.from === undefined ? {} : { 'x-forwarded-for': claims.from };
  const socket = new WebSocket(`ws://${address}/agent/link`, { headers });
  const received: ControlPlaneMessage[] = [];
  const startedMs = performance.now();
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - startedMs)),
  );
  const send = (message: AgentMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const judged = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const message = controlPlaneMessage.parse(JSON.parse(data.toString()));
      received.push(message);
      if (message.type === 'challenge') {
        send({
          type: 'proof',
          signature: signText(host.privateKey, `pocketfleet-agent-link:${host.hostId}:${message.nonce}`),
        });
      }
      if (message.type === 'welcome' || message.type === 'refused') resolve();
    });
    socket.once('close', () => resolve());
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  send({
    type: 'hello',
    protocol: claims.protocol ?? agentProtocolVersion,
    agent_version: claims.agent_version ?? agentVersion,
    host_id: host.hostId,
  });
  await judged;
  return {
    received,
    send,
    sendRaw: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    closed,
    close: () => socket.terminate(),
  };
}

export function signText(key: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), key).toString('base64');
}

/** A phone as an agent reports it. */
export function phoneReport(serial: string): DeviceReport {
  return {
    identity: hashSecret(serial).toString('hex'),
    serial,
    state: 'ready',
    reason: '',
    tag_hint: null,
    model: 'Pixel 8',
    manufacturer: 'Google',
    android_version: '15',
    api_level: 35,
    screen_width: 1080,
    screen_height: 2400,
    battery_level: 80,
    battery_temperature_tenths: 301,
    charging: true,
    storage_free_bytes: 1_000_000,
  };
}
