// Runs many shell commands on the phone in one round trip.
import { randomBytes } from 'node:crypto';
import type { Adb } from '@yume-chan/adb';
import { withTimeout } from '../timeout.ts';

/**
 * Returns each command's output, trimmed. Rejects with TimeoutError, or when an output is missing or was cut off. With a
 * signal, the signal and the timeout also end the commands on the phone.
 */
export async function runCommands(
  adb: Adb,
  commands: readonly string[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string[]> {
  if (commands.length === 0) return [];
  // Random, so that a setting or file name that a tenant has left can't imitate the separator.
  const separator = `@@${randomBytes(8).toString('hex')}@@`;
  // Also after the last command: otherwise a connection that ends early would look like an empty output.
  const script = commands.map((command) => `${command}; echo ${separator}`).join('; ');
  const output =
    signal === undefined
      ? await withTimeout(adb.subprocess.noneProtocol.spawnWaitText(script), timeoutMs)
      : await readStoppable(adb, script, timeoutMs, signal);
  const outputs = output.split(separator).map((text) => text.trim());
  if (outputs.length !== commands.length + 1) throw new Error('the phone did not run every command');
  return outputs.slice(0, -1);
}

/** Android ends a command whose stream is closed. */
async function readStoppable(
  adb: Adb,
  script: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const { noneProtocol } = adb.subprocess;
  const starting = Promise.resolve(noneProtocol.spawn(script));
  const stop = (): void => {
    starting.then((process) => process.kill()).catch(() => undefined);
  };
  const reading = starting.then(async ({ output }) => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of output) text += decoder.decode(piece, { stream: true });
    return text;
  });
  try {
    return await withTimeout(reading, timeoutMs, { signal });
  } catch (error) {
    stop();
    throw error;
  }
}
