import type { Duplex } from 'node:stream';
import type { SocketTable } from './local-sockets.ts';
import { pipeBoth } from './pipe-both.ts';
import type { AdbStream } from './stream.ts';
import type { Transport } from './transport.ts';

const MAX_REVERSES = 64;
const FIRST_FREE_PORT = 32_768;
const LAST_FREE_PORT = 60_999;

interface Reverse {
  readonly device: string;
  host: string;
  close(): void;
}

/** Serves the `reverse:` requests of one transport. Its forwards end with the transport. */
export function createReverses(sockets: SocketTable, transport: Transport) {
  const reverses = new Map<string, Reverse>();

  const closeAll = () => {
    for (const reverse of reverses.values()) reverse.close();
    reverses.clear();
  };

  const kill = (device: string): string => {
    const reverse = reverses.get(device);
    if (reverse === undefined) return fail(`listener '${device}' not found`);
    reverse.close();
    reverses.delete(device);
    return 'OKAY';
  };

  const connect = async (reverse: Reverse, socket: Duplex): Promise<void> => {
    const stream = await transport.open(reverse.host);
    if (stream === null) socket.destroy();
    else pipeBoth(stream.toDuplex(), socket);
  };

  const freePort = (): string => {
    for (let port = FIRST_FREE_PORT; port <= LAST_FREE_PORT; port++) {
      if (!sockets.isBound(`tcp:${port}`)) return `tcp:${port}`;
    }
    return `tcp:${LAST_FREE_PORT}`;
  };

  const forward = (wanted: string, host: string, norebind: boolean): string => {
    if (!/^(tcp:\d+|local(abstract|reserved|filesystem)?:.+)$/.test(wanted))
      return fail(`cannot bind listener: unknown socket specification '${wanted}'`);
    const known = reverses.get(wanted);
    if (known !== undefined) {
      if (norebind) return fail('cannot rebind existing socket');
      known.host = host;
      return okay(wanted, wanted);
    }
    if (reverses.size >= MAX_REVERSES) return fail('cannot bind listener: Too many open files');
    const device = wanted === 'tcp:0' ? freePort() : wanted;
    const reverse: Reverse = { device, host, close: () => undefined };
    const bound = sockets.bind(device, (socket) => void connect(reverse, socket));
    if (bound === undefined) return fail(`cannot bind listener: Address already in use`);
    reverse.close = bound.close;
    reverses.set(device, reverse);
    return okay(wanted, device);
  };

  const answer = (command: string): string => {
    if (command === 'list-forward') {
      const lines = [...reverses.values()].map(
        ({ device, host }) => `host-${transport.id} ${device} ${host}\n`,
      );
      return hexText(lines.join(''));
    }
    if (command === 'killforward-all') {
      closeAll();
      return 'OKAY';
    }
    const [, killed] = /^killforward:(.+)$/.exec(command) ?? [];
    if (killed !== undefined) return kill(killed);
    const [, norebind, device, host] = /^forward:(norebind:)?([^;]+);(.+)$/.exec(command) ?? [];
    if (device === undefined || host === undefined) return fail('bad reverse forward');
    return forward(device, host, norebind !== undefined);
  };

  transport.onClose(closeAll);
  /** `command` is what follows the colon. */
  return async (stream: AdbStream, command: string): Promise<void> => {
    await stream.write(Buffer.from(answer(command)));
    await stream.end();
  };
}

function okay(wanted: string, device: string): string {
  // The port is reported only when the phone has chosen it.
  return wanted.startsWith('tcp:') ? `OKAY${hexText(device.slice('tcp:'.length))}` : 'OKAY';
}

function fail(text: string): string {
  return `FAIL${hexText(text)}`;
}

/** adb's length-prefixed text: four hexadecimal digits, then the bytes. */
function hexText(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
