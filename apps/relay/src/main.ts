// The relay as a program: config -> ports -> link -> ready; on SIGTERM it is drained and ends.
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { ConfigError, type RelayConfig, readConfig } from './config.ts';
import { runRelay } from './run-relay.ts';
import { createStatusServer } from './status-server.ts';

/** EX_CONFIG: a restart can't fix the configuration. */
const exitConfig = 78;
/** After the viewers have been sent away. */
const endWithinMs = 1_700;
const saysThatItWaitsAfterMs = 1_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const waits = setTimeout(() => process.send?.({ waiting: 'the control plane' }), saysThatItWaitsAfterMs);
  const program = await runRelay(config, log, () => {
    clearTimeout(waits);
    process.send?.({ waiting: '' });
    process.send?.({ ready: true });
  });
  const status = createStatusServer(program);
  status.listen(config.statusPort, config.innerHost);
  status.once('error', fail);
  const stop = (why: string): void => {
    if (program.isDraining()) return;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), drainLimitMs(config) + endWithinMs).unref();
    program.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('supervisor gone'));
  log.info({ public_url: config.publicUrl, agents_url: config.agentsUrl }, 'listening');
  // Node.js writes its compile cache at exit. A killed process would leave none for the next start.
  flushCompileCache();
}

/** One more question may be waiting for its answer when the limit is over. */
function drainLimitMs({ drainMs }: RelayConfig): number {
  return drainMs + 500;
}

function fail(error: unknown): void {
  console.error(`relay: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(error instanceof ConfigError ? exitConfig : 1);
}

main().catch(fail);
