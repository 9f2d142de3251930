// config -> adapters -> app -> listen -> graceful stop.
import { flushCompileCache } from 'node:module';
import { readCommonPasswordsLater } from './accounts/refused-passwords.ts';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { startClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { startEvents } from './platform/events.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { MigrationRefused, migrate, refuseOldServer } from './platform/migrate.ts';
import { createSmtp } from './platform/smtp.ts';
import { createProvider } from './platform/stripe.ts';

/** Configuration that another try can't heal (EX_CONFIG). */
const exitConfig = 78;
/** Less than the supervisor's patience (tools/start/child-program.ts), so that the forced end is ours. */
const stopWithinMs = 2_200;
/** Phones and viewers of a node that was killed have come back by then. */
const readCommonPasswordsAfterMs = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  await refuseOldServer(config.databaseUrl);
  const applied = await migrate(config.databaseUrl, {
    onWait: (migration, attempt) => log.warn({ migration, attempt }, 'a migration waits for a lock'),
    onLate: (migration, newest) => log.warn({ migration, newest }, 'a migration runs after newer ones'),
  });
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, log });
  const clock = await startClock(database.db);
  const events = await startEvents({ databaseUrl: config.databaseUrl, log });
  const app = await createApp({
    config,
    db: database.db,
    clock,
    events,
    smtp: createSmtp(config.smtpUrl),
    provider: createProvider(config),
    log,
  });
  const jobs = await startJobs({ databaseUrl: config.databaseUrl, log, handlers: app.tasks });

  let stopping = false;
  let dropReading = (): void => undefined;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    dropReading();
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    (async () => {
      await app.stop();
      await jobs.stop();
      clock.stop();
      await events.stop();
      await database.stop();
    })().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('supervisor gone'));

  await app.site.listen({ host: config.host, port: config.port });
  await app.operator.listen({ host: config.innerHost, port: config.operatorPort });
  await app.agents.listen({ host: config.innerHost, port: config.agentPort });
  log.info({ public_url: config.publicUrl }, 'ready');
  process.send?.({ ready: true });
  if (!stopping) dropReading = readCommonPasswordsLater(log, readCommonPasswordsAfterMs);
  // Node writes what it compiled when it ends; one that is killed would leave nothing for the next start.
  flushCompileCache();
}

main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  console.error(`api: ${error instanceof Error ? error.message : String(error)}${cause}`);
  process.exit(error instanceof ConfigError || error instanceof MigrationRefused ? exitConfig : 1);
});
