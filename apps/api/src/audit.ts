// One-shot: checks the promises of money and inventory on the database of DATABASE_URL, prints one line for
// each, and exits 1 when one is broken. Reads only.
import { readConfig } from './config.ts';
import { auditChecks, runAudit } from './payments/audit.ts';
import { startClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { createLog } from './platform/log.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog('error');
  const { db, stop } = openDatabase({
    url: config.databaseUrl,
    poolSize: 2,
    log,
    statementTimeoutMs: 60_000,
  });
  const clock = await startClock(db, log);
  try {
    const broken = await runAudit({ db, clock }, 'all');
    for (const { id, promise } of auditChecks(clock)) {
      const found = broken.find((each) => each.check === id);
      console.log(`${found === undefined ? 'ok    ' : 'BROKEN'} ${id.padEnd(15)}${promise}`);
      for (const row of found?.rows ?? []) console.log(`       ${JSON.stringify(row)}`);
    }
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    clock.stop();
    await stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(`Error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  });
}
