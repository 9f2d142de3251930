// A PostgreSQL server for one run of tests or benchmarks, in a process of its own that ends with us, even when
// we are killed.
import { fork } from 'node:child_process';
import { join } from 'node:path';

export type ThrowawayPostgres = {
  /** A superuser's connection URL. */
  readonly url: string;
  /** Resolves when the server has stopped and its folder is deleted. */
  stop(): Promise<void>;
};

/** The server itself stops within three seconds. */
const stopLimitMs = 15_000;

/** The child's only message. */
export type ThrowawayMessage = { readonly url: string } | { readonly error: string };

/**
 * Throws with the server's own error when it can't start. By default it doesn't sync commits to the disk, because
 * tests don't need it.
 */
export async function startThrowawayPostgres(
  commits: 'to memory' | 'to the disk' = 'to memory',
): Promise<ThrowawayPostgres> {
  const keeper = fork(join(import.meta.dirname, 'throwaway-server.ts'), [commits], { execArgv: [] });
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  const message = await new Promise<ThrowawayMessage>((resolve) => {
    keeper.once('message', (sent) => resolve(sent as ThrowawayMessage));
    void ended.then(() => resolve({ error: 'The throwaway database ended before it was ready.' }));
  });
  if ('error' in message) {
    await ended;
    throw new Error(message.error);
  }
  // It must not keep the process alive after the last test.
  keeper.unref();
  keeper.channel?.unref();
  return {
    url: message.url,
    async stop() {
      keeper.ref();
      if (keeper.connected) keeper.disconnect();
      const lateTimer = setTimeout(() => keeper.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(lateTimer);
    },
  };
}
