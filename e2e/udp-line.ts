// A UDP port in front of another one that loses, delays and counts what passes, for tests: browsers are told its address.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type UdpLine = {
  readonly port: number;
  /** True when this datagram is lost. `index` counts those of its direction. */
  lose: (direction: 'in' | 'out', bytes: Buffer) => boolean;
  delayMs: number;
  /** The sockets through which browsers' datagrams go on: each has the source address of one browser socket. */
  readonly passed: { in: number; out: number };
  stop(): void;
};

export async function openUdpLine(host: string, target: number): Promise<UdpLine> {
  const near = createSocket('udp4');
  near.bind(0, host);
  await once(near, 'listening');
  const far = new Map<string, Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const later = (work: () => void) => {
    if (line.delayMs === 0) return work();
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, line.delayMs);
    timers.add(timer);
  };
  const line: UdpLine = {
    port: (near.address() as AddressInfo).port,
    lose: () => false,
    delayMs: 0,
    passed: { in: 0, out: 0 },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      near.close();
      for (const socket of far.values()) socket.close();
    },
  };
  near.on('message', (bytes, from) => {
    const key = `${from.address}:${from.port}`;
    let socket = far.get(key);
    if (socket === undefined) {
      socket = createSocket('udp4');
      socket.on('message', (answer) => {
        if (line.lose('out', answer)) return;
        line.passed.out += 1;
        later(() => near.send(answer, from.port, from.address, () => undefined));
      });
      far.set(key, socket);
    }
    if (line.lose('in', bytes)) return;
    line.passed.in += 1;
    later(() => socket.send(bytes, target, host, () => undefined));
  });
  return line;
}

/** A UDP port that nobody uses now. */
export async function freeUdpPort(host: string): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
