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

/** The `reverse:` forwards of one transport. They end when the transport ends. */
export class ReverseTable {
  private readonly sockets: SocketTable;
  private readonly transport: Transport;
  private readonly reverses = new Map<string, Reverse>();

  constructor(sockets: SocketTable, transport: Transport) {
    this.sockets = sockets;
    this.transport = transport;
    transport.onClose(() => this.closeAll());
  }

  /** Serves one `reverse:` request; `command` is what follows the colon. */
  async serve(stream: AdbStream, command: string): Promise<void> {
    await stream.write(Buffer.from(this.answer(command)));
    await stream.end();
  }

  private answer(command: string): string {
    if (command === 'list-forward') return hexText(this.list());
    if (command === 'killforward-all') {
      this.closeAll();
      return 'OKAY';
    }
    const kill = /^killforward:(.+)$/.exec(command);
    if (kill !== null) return this.kill(kill[1] ?? '');
    const forward = /^forward:(norebind:)?([^;]+);(.+)$/.exec(command);
    if (forward === null) return fail('bad reverse forward');
    return this.forward(forward[2] ?? '', forward[3] ?? '', forward[1] !== undefined);
  }

  private list(): string {
    return [...this.reverses.values()]
      .map(({ device, host }) => `host-${this.transport.id} ${device} ${host}\n`)
      .join('');
  }

  private kill(device: string): string {
    const reverse = this.reverses.get(device);
    if (reverse === undefined) return fail(`listener '${device}' not found`);
    reverse.close();
    this.reverses.delete(device);
    return 'OKAY';
  }

  private forward(wanted: string, host: string, norebind: boolean): string {
    if (!/^(tcp:\d+|local(abstract|reserved|filesystem)?:.+)$/.test(wanted))
      return fail(`cannot bind listener: unknown socket specification '${wanted}'`);
    const known = this.reverses.get(wanted);
    if (known !== undefined) {
      if (norebind) return fail('cannot rebind existing socket');
      known.host = host;
      return okay(wanted, wanted);
    }
    if (this.reverses.size >= MAX_REVERSES) return fail('cannot bind listener: Too many open files');
    const device = wanted === 'tcp:0' ? this.freePort() : wanted;
    const reverse: Reverse = { device, host, close: () => undefined };
    const bound = this.sockets.bind(device, (socket) => void this.connect(reverse, socket));
    if (bound === undefined) return fail(`cannot bind listener: Address already in use`);
    reverse.close = bound.close;
    this.reverses.set(device, reverse);
    return okay(wanted, device);
  }

  private async connect(reverse: Reverse, socket: Duplex): Promise<void> {
    const stream = await this.transport.open(reverse.host);
    if (stream === null) socket.destroy();
    else pipeBoth(stream.toDuplex(), socket);
  }

  private freePort(): string {
    for (let port = FIRST_FREE_PORT; port <= LAST_FREE_PORT; port++) {
      if (!this.sockets.isBound(`tcp:${port}`)) return `tcp:${port}`;
    }
    return `tcp:${LAST_FREE_PORT}`;
  }

  private closeAll(): void {
    for (const reverse of this.reverses.values()) reverse.close();
    this.reverses.clear();
  }
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
