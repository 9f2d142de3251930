// Takes a test's database away from everybody, as a crash of PostgreSQL does, and gives it back.
import pg from 'pg';

export async function breakDatabase(databaseUrl: string): Promise<{ mend: () => Promise<void> }> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database ${name} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return {
    mend: async () => {
      await client.query(`alter database ${name} with allow_connections true`);
      await client.end();
    },
  };
}
