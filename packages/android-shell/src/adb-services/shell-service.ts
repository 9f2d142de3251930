import type { AdbStream } from '@pocketfleet/adb-device';
import {
  ByteReader,
  encodeShellPacket,
  parseWindowSize,
  SHELL_HEADER_BYTES,
  SHELL_PACKET_MAX_BYTES,
  ShellPacketId,
  UnexpectedEnd,
} from '@pocketfleet/adb-device';
import { newShellState, runScript, type ShellIo } from '../shell/interpreter.ts';
import { createPipe, type Pipe } from '../shell/pipe.ts';
import type { ShellWorld } from '../shell/shell-world.ts';
import { runTerminal, type Terminal } from '../shell/terminal.ts';

export interface ShellRequest {
  readonly protocol: 'raw' | 'v2';
  readonly pty: boolean;
  readonly term: string | undefined;
  /** A command of `exec:` continues after its host has sent all input and disconnected. */
  readonly exec: boolean;
  /** Empty for an interactive shell. */
  readonly command: string;
}

/** `shell:cmd`, `shell,v2,TERM=xterm,pty:cmd` or `exec:cmd`; null for another service. */
export function parseShellRequest(service: string): ShellRequest | null {
  const exec = /^exec:(.*)$/s.exec(service);
  if (exec !== null)
    return { protocol: 'raw', pty: false, term: undefined, exec: true, command: exec[1] ?? '' };
  const shell = /^shell((?:,[^:]*)?):(.*)$/s.exec(service);
  if (shell === null) return null;
  const command = shell[2] ?? '';
  const options = (shell[1] ?? '').split(',').filter((option) => option !== '');
  const v2 = options.includes('v2');
  // As in adbd, an interactive shell has a terminal by default, and a command has none.
  const pty = options.includes('pty') || (command === '' && !options.includes('raw'));
  const term = options.find((option) => option.startsWith('TERM='))?.slice('TERM='.length);
  return { protocol: v2 ? 'v2' : 'raw', pty, term, exec: false, command };
}

/** How long a command of `exec:` may run after its host has disconnected. adbd has no limit. */
const EXEC_AFTERLIFE_MS = 2_000;

/** Serves one shell stream. When the stream ends, its commands are stopped. */
export async function serveShell(world: ShellWorld, stream: AdbStream, request: ShellRequest): Promise<void> {
  const ended = new AbortController();
  let afterlife: NodeJS.Timeout | undefined;
  stream.onClose(() => {
    if (request.exec) afterlife = setTimeout(() => ended.abort(), EXEC_AFTERLIFE_MS);
    else ended.abort();
  });
  const state = newShellState();
  if (request.term !== undefined && request.term !== '') state.env.set('TERM', request.term);
  const input = createPipe();
  const terminal: Terminal = { input, size: { rows: 24, columns: 80 } };
  const io = request.protocol === 'v2' ? framedIo(stream, input) : rawIo(stream, input);
  const reading = request.protocol === 'v2' ? readFramed(stream, input, terminal) : readRaw(stream, input);
  reading.catch(() => stream.close());
  const code = request.pty
    ? await runTerminal(world, state, request.command, terminal, io, ended.signal)
    : await runScript(world, state, request.command, io, ended.signal);
  ended.abort();
  clearTimeout(afterlife);
  if (request.protocol === 'v2')
    await stream.write(encodeShellPacket(ShellPacketId.exit, Buffer.from([code & 0xff])));
  await stream.end();
}

function rawIo(stream: AdbStream, input: Pipe): ShellIo {
  return { stdin: input, out: (data) => stream.write(data), err: (data) => stream.write(data) };
}

function framedIo(stream: AdbStream, input: Pipe): ShellIo {
  return {
    stdin: input,
    out: (data) => stream.write(encodeShellPacket(ShellPacketId.stdout, data)),
    err: (data) => stream.write(encodeShellPacket(ShellPacketId.stderr, data)),
  };
}

async function readRaw(stream: AdbStream, input: Pipe): Promise<void> {
  for (let piece = await stream.read(); piece !== null; piece = await stream.read()) await input.push(piece);
  input.end();
}

async function readFramed(stream: AdbStream, input: Pipe, terminal: Terminal): Promise<void> {
  const reader = new ByteReader(() => stream.read());
  try {
    for (;;) {
      const head = await reader.exactly(SHELL_HEADER_BYTES);
      const length = head.readUInt32LE(1);
      if (length > SHELL_PACKET_MAX_BYTES) throw new RangeError('shell packet too long');
      const data = await reader.exactly(length);
      const id = head.readUInt8(0);
      if (id === ShellPacketId.stdin) await input.push(data);
      else if (id === ShellPacketId.closeStdin) input.end();
      else if (id === ShellPacketId.windowSize) terminal.size = parseWindowSize(data) ?? terminal.size;
    }
  } catch (error) {
    if (!(error instanceof UnexpectedEnd)) throw error;
  } finally {
    input.end();
  }
}
