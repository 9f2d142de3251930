// Passes viewers' sockets that come to the site's own address on to a relay, byte by byte. A proxy in front does that better; this
// is for a node without one, and for programs that dial the site's address. Sockets that are dialled at the relay's own address
// don't pass here.
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

const maxPassed = 5_000;
const connectWithinMs = 2_000;

export type PassToRelay = {
  /** Returns whether it has taken the upgrade. */
  takeUpgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean;
  /** Ends everything that is passed on, and takes nothing new. */
  stop: () => void;
};

export function passToRelay({ host, port }: { host: string; port: number }): PassToRelay {
  /** The functions that end what is passed on. */
  const open = new Set<() => void>();
  let isStopped = false;
  const takeUpgrade: PassToRelay['takeUpgrade'] = (request, stream, head) => {
    if (request.url?.startsWith('/ws/devices/') !== true) return false;
    if (isStopped || open.size >= maxPassed) {
      stream.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return true;
    }
    const relay = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => relay.destroy(), connectWithinMs);
    const end = (): void => {
      clearTimeout(timer);
      relay.destroy();
      stream.destroy();
    };
    open.add(end);
    relay.once('connect', () => {
      clearTimeout(timer);
      relay.write(headOf(request));
      relay.write(head);
      stream.pipe(relay);
      relay.pipe(stream);
    });
    for (const side of [relay, stream]) side.on('error', end).once('close', end);
    relay.once('close', () => open.delete(end));
    return true;
  };
  return {
    takeUpgrade,
    stop: () => {
      isStopped = true;
      for (const end of open) end();
    },
  };
}

/** The request as it came, and the address that it came from at the end of the proxies' list. */
function headOf(request: IncomingMessage): string {
  const { method, url, rawHeaders, socket } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  const passedBy: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (name.toLowerCase() === 'x-forwarded-for') passedBy.push(value);
    else lines.push(`${name}: ${value}`);
  }
  lines.push(`x-forwarded-for: ${[...passedBy, socket.remoteAddress ?? ''].join(', ')}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
