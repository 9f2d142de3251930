// The product's database: an external one (DATABASE_URL), or the embedded one, which is restarted like a program.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { Refusal } from '../bootstrap/refusal.mjs';
import {
  canReach,
  chooseDatabaseUser,
  makePrivateFolder,
  openSystemFolder,
} from '../postgres/database-user.ts';
import { holdsData, initCluster } from '../postgres/init-cluster.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { settingsForKeeps } from '../postgres/settings.ts';
import type { ProgramEvents } from './child-program.ts';
import { readJson, writeJson } from './data-folder.ts';
import { LogFile } from './log-file.ts';
import { decideRestart } from './restart-policy.ts';

export type Database = {
  readonly url: string;
  /** The folder of the files, if it is not the data folder. */
  readonly elsewhere: string | undefined;
  stop(): Promise<void>;
};

export async function openOutsideDatabase(url: string): Promise<Database> {
  const { hostname, port } = new URL(url);
  const place = `${hostname}:${port || 5432}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // An error with a PostgreSQL code means that the server is reachable but refuses us.
    if (!(error instanceof DatabaseError)) {
      throw new Refusal(
        `The database at ${place} does not answer. Start it, or unset DATABASE_URL to use the embedded one.`,
      );
    }
    throw new Refusal(
      `The database at ${place} refuses us: ${error.message}. Correct DATABASE_URL, or unset it to use the embedded one.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
  return { url, elsewhere: undefined, stop: async () => {} };
}

export async function openEmbeddedDatabase(
  dataDir: string,
  port: number,
  events: ProgramEvents,
): Promise<Database> {
  const place = choosePlace(dataDir);
  const password = readOrMakePassword(dataDir, place.clusterDir);
  const log = new LogFile(join(dataDir, 'logs', 'postgres.log'));
  const cluster = await initCluster({ clusterDir: place.clusterDir, password });
  const options = {
    cluster,
    port,
    settings: settingsForKeeps,
    onLog: (line: string) => log.write(`${line}\n`),
  };
  let isStopping = false;
  let isAway = false;
  const deathsMs: number[] = [];

  let restart: Promise<void> | undefined;

  const died = (why: string): void => {
    if (isStopping) return;
    deathsMs.push(Date.now());
    if (deathsMs.length > 20) deathsMs.shift();
    // It has run before, so the reason why it doesn't start, such as a full disk, may pass.
    const decision = decideRestart(deathsMs, Date.now(), null, true);
    if (!decision.restart) return;
    if (!isAway) events.onRestart('database', why);
    setTimeout(() => {
      restart = again();
    }, decision.delayMs);
  };
  const watch = (running: PostgresServer): void => {
    running.child.once('close', (code, signal) => died(`ended with ${signal ?? code}`));
  };
  const again = async (): Promise<void> => {
    if (isStopping) return;
    try {
      server = await startPostgres(options);
      watch(server);
      if (isAway) events.onWait('database', '');
      isAway = false;
    } catch (error) {
      const why = (error as Error).message;
      if (!isAway) events.onWait('database', `what keeps it from starting: ${why}`);
      isAway = true;
      died(why);
    }
  };

  let server = await startPostgres(options);
  watch(server);
  return {
    url: server.url('pocketfleet'),
    elsewhere: place.isElsewhere ? place.clusterDir : undefined,
    stop: async () => {
      isStopping = true;
      // A server that is just restarting must be stopped too.
      await restart;
      await server.stop();
    },
  };
}

/** After `kill -9` of the supervisor, its database still uses the port of this data folder. */
export async function stopOrphanedDatabase(dataDir: string): Promise<void> {
  await stopOrphan(notedPlace(dataDir) ?? join(dataDir, 'postgres'));
}

function notedPlace(dataDir: string): string | undefined {
  const noted = (readJson(placeNote(dataDir)) as { place?: unknown } | undefined)?.place;
  return typeof noted === 'string' ? noted : undefined;
}

function placeNote(dataDir: string): string {
  return join(dataDir, 'database-place.json');
}

/** Where root's database user can't enter the data folder, such as below /root, the files go to another folder. */
function choosePlace(dataDir: string): { clusterDir: string; isElsewhere: boolean } {
  const note = placeNote(dataDir);
  const noted = notedPlace(dataDir);
  if (noted !== undefined) {
    if (existsSync(noted)) return { clusterDir: noted, isElsewhere: true };
    throw new Refusal(
      `The database's files at ${noted} (named in ${note}) are gone. Put them back, or delete ${note} to begin with an empty database.`,
    );
  }
  const inside = join(dataDir, 'postgres');
  if (canReach(chooseDatabaseUser(), dataDir, 'enter')) return { clusterDir: inside, isElsewhere: false };
  const place = join(openSystemFolder(), `database-${randomBytes(4).toString('hex')}`);
  makePrivateFolder(chooseDatabaseUser(), place);
  writeJson(note, { place, why: "PostgreSQL's user can not enter the data folder" });
  return { clusterDir: place, isElsewhere: true };
}

/** An existing database keeps its password, so a new one would not open it. */
function readOrMakePassword(dataDir: string, clusterDir: string): string {
  const path = join(dataDir, 'database-password');
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (found.length >= 32) return found;
  if (holdsData(clusterDir)) {
    throw new Refusal(
      `The password of the database in ${clusterDir} is missing: put ${path} back, or move both away to begin with an empty database.`,
    );
  }
  const password = randomBytes(24).toString('hex');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return password;
}
