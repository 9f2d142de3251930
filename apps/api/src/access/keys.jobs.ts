// Tells makers of keys that a key ends soon.
import { getUser } from '../accounts/accounts.ts';
import { queueMail } from '../mail/mail.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { handleCrontab, type TaskHandler } from '../platform/jobs.ts';
import { deleteOldMinutes } from './hours.sql.ts';
import { keyEndsMail } from './key-mails.ts';
import { takeEndingKeys } from './keys.sql.ts';

type Deps = { db: Db; config: { publicUrl: string } };

/** In one transaction; what is left waits for the next. */
const keysAtOnce = 100;

export function keyTasks(deps: Deps): TaskHandler[] {
  return [
    handleCrontab('announce_key_ends', '*/10 * * * *', () => announceKeyEnds(deps)),
    handleCrontab('delete_old_minutes', '35 3 * * *', () => deleteOldMinutes(deps.db)),
  ];
}

export async function announceKeyEnds(deps: Deps): Promise<void> {
  for (;;) {
    const notified = await inTransaction(deps.db, async (tx) => {
      const keys = await takeEndingKeys(tx, keysAtOnce);
      for (const key of keys) {
        const user = await getUser({ db: tx }, key.user_id);
        const content = keyEndsMail(user.first_name, key, { ...deps.config, ...key });
        await queueMail(tx, { to: user.email, template: 'key_ends', content });
      }
      return keys.length;
    });
    if (notified < keysAtOnce) return;
  }
}
