// A PostgreSQL server for a run of tests or of a benchmark, kept by a process of its own: it ends with us, even when
// we are killed.
import { fork } from 'node:child_process';
import { join } from 'node:path';

export type ThrowawayPostgres = {
  /** A superuser's connection URL. */
  readonly url: string;
  /** Resolves when the server and its folder are gone. */
  stop(): Promise<void>;
};

/** The server's own end takes at most three seconds. */
const stopLimitMs = 15_000;

/** What the keeper says, once. */
export type ThrowawayNews = { readonly url: string } | { readonly error: string };

/**
 * Throws with the server's own reason when it can't start. It commits as the product's own server does, to the disk,
 * only when it is asked to: tests need none of it.
 */
export async function startThrowawayPostgres(
  commits: 'to memory' | 'to the disk' = 'to memory',
): Promise<ThrowawayPostgres> {
  const keeper = fork(join(import.meta.dirname, 'throwaway-server.ts'), [commits], { execArgv: [] });
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  const news = await new Promise<ThrowawayNews>((resolve) => {
    keeper.once('message', (message) => resolve(message as ThrowawayNews));
    void ended.then(() => resolve({ error: 'The throwaway database ended before it was ready.' }));
  });
  if ('error' in news) {
    await ended;
    throw new Error(news.error);
  }
  // It must not keep a run alive whose tests are over.
  keeper.unref();
  keeper.channel?.unref();
  return {
    url: news.url,
    async stop() {
      keeper.ref();
      if (keeper.connected) keeper.disconnect();
      const lateTimer = setTimeout(() => keeper.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(lateTimer);
    },
  };
}
