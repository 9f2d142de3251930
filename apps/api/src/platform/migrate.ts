// Numbered SQL files, forward only. The database remembers each file with its checksum: a file that was
// changed after it ran, or a database that knows files which this program does not, is refused. An advisory
// lock lets many nodes start at once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import { sessionOptions } from './database.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Any fixed number that nothing else in this database locks. */
const advisoryLock = 7_305_401;
const statementTimeoutMs = 120_000;

export class MigrationRefused extends Error {}

export type Migration = { name: string; body: string; checksum: string };

/** Brings the database to this program's version. Returns the names of the files that ran now. */
export async function migrate(databaseUrl: string, migrations?: Migration[]): Promise<string[]> {
  const files = migrations ?? (await readMigrations());
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    options: sessionOptions(statementTimeoutMs),
  });
  await client.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await runWorkerMigrations({ connectionString: databaseUrl });
    return await apply(client, files);
  } finally {
    await client.end();
  }
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsDir)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const body = await readFile(`${migrationsDir}/${name}`, 'utf8');
      return { name, body, checksum: createHash('sha256').update(body).digest('hex') };
    }),
  );
}

async function apply(client: pg.Client, files: Migration[]): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default clock_timestamp()
  )`);
  const known = new Map<string, string>();
  const rows = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  for (const row of rows.rows) known.set(row.name, row.checksum);
  refuseStrangers(known, files);
  const applied: string[] = [];
  for (const file of files) {
    if (known.has(file.name)) continue;
    await client.query('begin');
    try {
      await client.query(file.body);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        file.name,
        file.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`migration ${file.name} failed`, { cause: error });
    }
    applied.push(file.name);
  }
  return applied;
}

function refuseStrangers(known: Map<string, string>, files: Migration[]): void {
  const names = new Set(files.map((file) => file.name));
  for (const name of known.keys()) {
    if (!names.has(name)) {
      throw new MigrationRefused(`the database is newer than this program: it knows migration ${name}`);
    }
  }
  for (const file of files) {
    const checksum = known.get(file.name);
    if (checksum !== undefined && checksum !== file.checksum) {
      throw new MigrationRefused(`migration ${file.name} was changed after it had run`);
    }
  }
}
