// The agent's process: reads the configuration, starts the agent, and stops it on a signal.
import { pino } from 'pino';
import { startAgent } from './agent.ts';
import { DamagedFileError } from './agent-files.ts';
import { ConfigError, readConfig } from './config.ts';

/** The configuration is wrong, so a restart can't help (EX_CONFIG). */
const exitConfig = 78;
/** The team has revoked this host while it ran (EX_NOPERM). It is no failure, and a restart can't help. */
const exitRevoked = 77;
const stopTimeoutMs = 2_200;

function main(): void {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  let wasAccepted = false;
  const agent = startAgent(config, {
    log,
    onReady: () => {
      wasAccepted = true;
      process.send?.({ ready: true });
    },
    onRefused: (error) => fail(error, wasAccepted ? exitRevoked : exitConfig),
  });
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
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
  fail(error, error instanceof ConfigError || error instanceof DamagedFileError ? exitConfig : 1);
}
