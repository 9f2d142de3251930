// config -> database, once it can be used -> adapters -> app -> listen -> graceful stop.
import { flushCompileCache } from 'node:module';
import { readCommonPasswordsLater } from './accounts/refused-passwords.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { startEvents } from './platform/bus/start-events.ts';
import { type Clock, startClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { onceDatabaseIsUsable } from './platform/database-wait.ts';
import type { Events } from './platform/events.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog, type Log } from './platform/log.ts';
import { MigrationRefused, migrate, refuseOldServer } from './platform/migrate.ts';
import { type Node, startNode } from './platform/node.ts';
import { createSmtp } from './platform/smtp.ts';
import { createProvider } from './platform/stripe.ts';

/** EX_CONFIG: a restart can't fix the configuration. */
const exitConfig = 78;
/** Less than the supervisor's limit (tools/start/child-program.ts), so that this process ends itself. */
const stopWithinMs = 2_200;
/** By then, phones and viewers have reconnected after a restart. */
const readCommonPasswordsAfterMs = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let stop = (_why: string): void => process.exit(0);
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('supervisor gone'));
  const base = await onceDatabaseIsUsable(() => openBase(config, log), {
    log,
    ports: [
      { host: config.host, port: config.port },
      { host: config.innerHost, port: config.operatorPort },
    ],
    onWait: (reason) => process.send?.({ waiting: reason === undefined ? '' : `its database: ${reason}` }),
  });
  const { database, clock, node, events } = base;
  const app = await createApp({
    config,
    db: database.db,
    clock,
    node,
    events,
    smtp: createSmtp(config.smtpUrl),
    provider: createProvider(config),
    log,
  });
  const jobs = await startJobs({
    databaseUrl: config.databaseUrl,
    db: database.db,
    log,
    node,
    handlers: app.tasks,
  });

  let stopping = false;
  let dropReading = (): void => undefined;
  stop = (why) => {
    if (stopping) return;
    stopping = true;
    dropReading();
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    (async () => {
      await app.stop();
      await jobs.stop();
      await closeBase(base);
    })().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };

  await app.site.listen({ host: config.host, port: config.port });
  await app.operator.listen({ host: config.innerHost, port: config.operatorPort });
  await app.agents.listen({ host: config.innerHost, port: config.agentPort });
  log.info({ public_url: config.publicUrl }, 'ready');
  process.send?.({ ready: true });
  if (!stopping) dropReading = readCommonPasswordsLater(log, readCommonPasswordsAfterMs);
  // Node.js writes its compile cache at exit. A killed process would leave none for the next start.
  flushCompileCache();
}

type Base = { database: Database; clock: Clock; node: Node; events: Events };

/** Opens everything that needs the database. If a step fails, the earlier ones are closed. */
async function openBase(config: Config, log: Log): Promise<Base> {
  await refuseOldServer(config.databaseUrl);
  const applied = await migrate(config.databaseUrl, {
    onWait: (migration, attempt) => log.warn({ migration, attempt }, 'a migration waits for a lock'),
    onLate: (migration, newest) => log.warn({ migration, newest }, 'a migration runs after newer ones'),
  });
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const base: Partial<Base> = {};
  try {
    const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, log });
    base.database = database;
    const clock = await startClock(database.db, log);
    base.clock = clock;
    const node = await startNode({ db: database.db, log, url: config.nodeUrl });
    base.node = node;
    const wires = { databaseUrl: config.databaseUrl, db: database.db, log, node };
    const events = await startEvents(wires, config.nats);
    return { database, clock, node, events };
  } catch (error) {
    await closeBase(base);
    throw error;
  }
}

async function closeBase({ database, clock, node, events }: Partial<Base>): Promise<void> {
  clock?.stop();
  await node?.stop();
  await events?.stop();
  await database?.stop();
}

main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  console.error(`api: ${error instanceof Error ? error.message : String(error)}${cause}`);
  process.exit(error instanceof ConfigError || error instanceof MigrationRefused ? exitConfig : 1);
});
