// One-shot for the machine of the control plane: makes an operator's account, the first one above all. Needs
// DATABASE_URL; the password comes on stdin, so that no process list shows it. `pocketfleet-team create-operator`
// runs it.
import { text } from 'node:stream/consumers';
import { newPassword, username } from '@pocketfleet/contract';
import { readConfig } from './config.ts';
import { createOperatorOnMachine } from './operators/operators.ts';
import { AppError } from './platform/app-error.ts';
import { openDatabase } from './platform/database.ts';
import { parseInput } from './platform/implement.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';

async function main(name: string | undefined, role: string | undefined): Promise<void> {
  if (name === undefined || role === undefined) {
    throw new AppError('invalid_input', { detail: 'usage: create-operator.ts USERNAME ROLE' });
  }
  const config = readConfig(process.env);
  const password = parseInput(newPassword, (await text(process.stdin)).replace(/\r?\n$/, ''));
  const log = createLog('error');
  await migrate(config.databaseUrl);
  const { db, stop } = openDatabase({ url: config.databaseUrl, poolSize: 2, log });
  try {
    const made = await createOperatorOnMachine(db, { username: parseInput(username, name), password, role });
    console.log(`Operator ${made.username} (${made.role}) can sign in.`);
  } finally {
    await stop();
  }
}

main(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
