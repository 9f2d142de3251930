// A key ends with its maker's membership, unless somebody else in the team takes it over before. It then acts for them, and
// loses what they don't have themselves; its secret stays, so the programs that use it go on.
import type { Key } from '@pocketfleet/contract';
import { getUser } from '../accounts/accounts.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { recordActivity } from './activity.ts';
import { announceAccess, announceEnd } from './announce.ts';
import { keyTakenOverMail } from './key-mails.ts';
import { selectMemberLimit } from './keys.sql.ts';
import { getKey } from './keys.ts';
import { lockKeys } from './lock-keys.ts';
import { type Taker, updateNothingLeft, updateTaken } from './take-over.sql.ts';

type Deps = { db: Db; config: { publicUrl: string } };

/** Throws not_found, already_done for one's own key, and forbidden for callers who are no person or share no permission with it. */
export async function takeOverKey(deps: Deps, caller: Principal, keyId: string): Promise<Key> {
  if (caller.kind !== 'person') {
    throw new AppError('forbidden', { detail: 'Only a person can take over a key.' });
  }
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    const before = await getKey(tx, caller, keyId);
    if (before.made_by.user_id === caller.user_id) {
      throw new AppError('already_done', { detail: 'This key is yours already.' });
    }
    if (!before.permissions.some((each) => caller.permissions.has(each))) {
      const detail =
        'You have none of this key’s permissions, so nothing of it would be left. Make a key of your own.';
      throw new AppError('forbidden', { detail });
    }
    const taker = await takerOf(tx, caller);
    await announceEnd(tx, before.made_by.user_id, await updateNothingLeft(tx, keyId, taker));
    await updateTaken(tx, keyId, taker);
    const details = { id: keyId, name: before.name, from: before.made_by.username };
    await recordActivity(tx, caller, { kind: 'key.taken_over', details });
    await announceAccess(tx, caller.workspace_id);
    const maker = await getUser({ db: tx }, before.made_by.user_id);
    const place = { ...deps.config, workspace_id: caller.workspace_id, user_id: maker.id };
    const content = keyTakenOverMail(maker.first_name, before, caller.name, place);
    await queueMail(tx, { to: maker.email, template: 'key_taken_over', content });
    return getKey(tx, caller, keyId);
  });
}

async function takerOf(tx: Tx, caller: Principal): Promise<Taker> {
  const { user_id, workspace_id, permissions, phones } = caller;
  const most_cents = permissions.has('spend') ? await selectMemberLimit(tx, caller) : 0;
  return { user_id, workspace_id, permissions: [...permissions], phones, most_cents };
}
