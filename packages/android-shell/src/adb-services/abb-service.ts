import type { AdbStream } from '@pocketfleet/adb-device';
import { encodeShellPacket, ShellPacketId } from '@pocketfleet/adb-device';
import { newShellState, runCommand } from '../shell/interpreter.ts';
import type { ShellWorld } from '../shell/shell-world.ts';

/**
 * Serves `abb_exec:package\0install\0-S\0123`: the arguments of `cmd`, separated by NUL. `abb_exec` is raw in both
 * directions; `abb` replies in shell_v2 packets.
 */
export async function serveAbb(world: ShellWorld, stream: AdbStream, service: string): Promise<void> {
  const framed = service.startsWith('abb:');
  const args = service.slice(service.indexOf(':') + 1).split('\0');
  const ended = new AbortController();
  stream.onClose(() => ended.abort());
  const write = (id: number) => (data: Uint8Array) =>
    stream.write(framed ? encodeShellPacket(id, data) : data);
  const io = { stdin: stream, out: write(ShellPacketId.stdout), err: write(ShellPacketId.stderr) };
  const code = await runCommand(world, newShellState(), 'cmd', args, io, ended.signal);
  if (framed) await stream.write(encodeShellPacket(ShellPacketId.exit, Buffer.from([code & 0xff])));
  await stream.end();
}
