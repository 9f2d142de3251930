// One-shot: checks the invariants of money and inventory on the database of DATABASE_URL, prints one line for
// each, and exits 1 when one is broken or could not be checked. With the payment provider's key it reads the provider's
// lists first, and keeps what they say; it changes nothing else.
import { readConfig } from './config.ts';
import { readListsNow } from './payments/provider-lists.ts';
import { auditChecks, runAudit } from './payments/run-audit.ts';
import { startClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { createProvider } from './platform/stripe.ts';

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
    const provider = createProvider(config);
    const unread = provider === undefined ? undefined : await tryToRead({ db, clock, provider });
    const broken = await runAudit({ db, clock }, 'all');
    for (const { id, invariant } of auditChecks(clock)) {
      const found = broken.find((each) => each.check === id);
      const word = found === undefined ? 'ok    ' : found.failure === undefined ? 'BROKEN' : 'UNKNOWN';
      console.log(`${word.padEnd(7)}${id.padEnd(15)}${invariant}`);
      if (found?.failure !== undefined) console.log(`       could not be checked: ${found.failure}`);
      for (const row of found?.rows ?? []) console.log(`       ${JSON.stringify(row)}`);
    }
    if (unread !== undefined)
      console.log(`UNKNOWN the payment provider's lists could not be read: ${unread}`);
    process.exitCode = broken.length === 0 && unread === undefined ? 0 : 1;
  } finally {
    clock.stop();
    await stop();
  }
}

/** Why the lists could not be read. */
async function tryToRead(deps: Parameters<typeof readListsNow>[0]): Promise<string | undefined> {
  try {
    await readListsNow(deps);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(`Error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  });
}
