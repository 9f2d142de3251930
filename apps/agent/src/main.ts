// config -> agent -> graceful stop.
import { pino } from 'pino';
import { startAgent } from './agent.ts';
import { DamagedFile, readHostId } from './agent-files.ts';
import { ConfigError, readConfig } from './config.ts';
import { HostKeys } from './host-keys.ts';

/** Configuration that another try can't heal (EX_CONFIG). */
const exitConfig = 78;
/** Revoked while it ran (EX_NOPERM): our team wanted it so, and nothing is broken. */
const exitRevoked = 77;
const stopWithinMs = 2_200;

function main(): void {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  // A damaged file is told now, and not with each dialling.
  readHostId(config.dataDir);
  new HostKeys(config.dataDir).inUse();
  let wasWelcome = false;
  const agent = startAgent(config, {
    log,
    onReady: () => {
      wasWelcome = true;
      process.send?.({ ready: true });
    },
    onRefused: (error) => fail(error, wasWelcome ? exitRevoked : exitConfig),
  });
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    agent.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);
}

function fail(error: unknown, status: number): never {
  console.error(`agent: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(status);
}

try {
  main();
} catch (error) {
  fail(error, error instanceof ConfigError || error instanceof DamagedFile ? exitConfig : 1);
}
