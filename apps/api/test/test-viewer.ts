// A browser's side of a phone's sockets, without a browser: a ticket, a websocket, and what came over it.

import type { ViewerNotice, ViewerRequest } from '@pocketfleet/contract';
import {
  type ControlMessage,
  decodePacket,
  encodeControlMessage,
  type Packet,
} from '@pocketfleet/stream-protocol';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { TestApp } from './test-app.ts';

export type TestViewer = {
  socket: WebSocket;
  notices: ViewerNotice[];
  packets: Packet[];
  /** Resolves with the close code. */
  closed: Promise<number>;
  send: (message: ControlMessage) => void;
  ask: (request: ViewerRequest) => void;
  /** Waits for the first picture after now. */
  nextPicture: () => Promise<void>;
  /** The role of the last notice. */
  role: () => string | undefined;
};

export type OpenOptions = {
  query?: string;
  origin?: string;
  what?: 'stream' | 'shell' | 'files' | 'adb' | 'screen';
};

export function openSocket(
  address: string,
  deviceId: string,
  ticket: string,
  options: OpenOptions = {},
): TestViewer {
  const { query = '', origin = 'http://localhost:4000', what = 'stream' } = options;
  const socket = new WebSocket(
    `ws://${address}/ws/devices/${deviceId}/${what}${query}`,
    ticket === '' ? ['pocketfleet'] : ['pocketfleet', ticket],
    { origin },
  );
  const notices: ViewerNotice[] = [];
  const packets: Packet[] = [];
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) notices.push(JSON.parse(data.toString()));
    else if (what === 'stream') packets.push(decodePacket(data));
  });
  return {
    socket,
    notices,
    packets,
    closed: new Promise((resolve) => socket.on('close', resolve)),
    send: (message) => socket.send(encodeControlMessage(message)),
    ask: (request) => socket.send(JSON.stringify(request)),
    nextPicture: async () => {
      const before = packets.filter((packet) => packet.kind === 'video').length;
      await vi.waitFor(
        () => {
          if (packets.filter((packet) => packet.kind === 'video').length <= before)
            throw new Error('no picture');
        },
        { timeout: 60_000, interval: 10 },
      );
    },
    role: () => notices.findLast((notice) => notice.type === 'role')?.role,
  };
}

/** Asks for a ticket as the page does; throws what the API answers instead. */
export async function ticketFor(
  site: TestApp,
  token: string,
  deviceId: string,
  body: { purpose?: string; session_id?: string } = {},
): Promise<string> {
  const answer = await site.call('POST', `/api/devices/${deviceId}/stream/start`, { token, payload: body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer.body['ticket']);
}
