// Runs many shell commands on the phone in one round trip.
import { randomBytes } from 'node:crypto';
import type { Adb } from '@yume-chan/adb';
import { withTimeout } from '../timeout.ts';

/** Returns each command's output, trimmed. Rejects with TimeoutError, or when an output is missing or was cut off. */
export async function runCommands(
  adb: Adb,
  commands: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  if (commands.length === 0) return [];
  // Random, so that a setting or file name that a tenant has left can't imitate the separator.
  const separator = `@@${randomBytes(8).toString('hex')}@@`;
  // After the last one too: when the connection ends, its output would be taken for an empty one.
  const script = commands.map((command) => `${command}; echo ${separator}`).join('; ');
  const output = await withTimeout(adb.subprocess.noneProtocol.spawnWaitText(script), timeoutMs);
  const outputs = output.split(separator).map((text) => text.trim());
  if (outputs.length !== commands.length + 1) throw new Error('the phone did not run every command');
  return outputs.slice(0, -1);
}
