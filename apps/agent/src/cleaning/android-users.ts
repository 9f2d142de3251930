// Android users through shell: making the tenant's, coming back to the owner, removing all others. Each step is
// done again as often as it takes, so that a half-made one is finished by the next try.
import type { Adb } from '@yume-chan/adb';
import { askPhone } from '../adb/ask-phone.ts';
import { readNumber, readUsers } from './parse-answers.ts';

const commandLimitMs = 30_000;
const switchLimitMs = 60_000;
const askEveryMs = 100;

/** What the tenant's user is called; the same assignment finds its own again. */
const tenantName = (assignmentId: string): string => `tenant-${assignmentId.slice(0, 8)}`;

/** Makes the tenant's user and brings it in front. Rejects when another tenant's is there or Android refuses. */
export async function makeTenantUser(adb: Adb, assignmentId: string): Promise<number> {
  const name = tenantName(assignmentId);
  const [list = ''] = await askPhone(adb, ['pm list users'], commandLimitMs);
  const others = readUsers(list).filter((user) => user !== 0);
  const mine = new RegExp(`UserInfo\\{(\\d+):${name}:`).exec(list)?.[1];
  const isOnlyMine = others.length === 0 || (others.length === 1 && others[0] === Number(mine));
  if (!isOnlyMine) throw new Error(`other Android users are on the phone: ${others.join(', ')}`);
  const user = mine === undefined ? await createUser(adb, name) : Number(mine);
  // Without it the tenant would first see Android's setup assistant.
  await askPhone(adb, [`settings --user ${user} put secure user_setup_complete 1`], commandLimitMs);
  await bringInFront(adb, user);
  return user;
}

async function createUser(adb: Adb, name: string): Promise<number> {
  const [answer = ''] = await askPhone(adb, [`pm create-user ${name} 2>&1`], commandLimitMs);
  const id = /created user id (\d+)/.exec(answer)?.[1];
  if (id === undefined) throw new Error(`Android made no user: ${answer.slice(0, 200)}`);
  return Number(id);
}

export async function bringInFront(adb: Adb, user: number): Promise<void> {
  const deadlineMs = performance.now() + switchLimitMs;
  let answer = '';
  await askPhone(adb, [`am switch-user ${user} 2>&1`], commandLimitMs);
  for (;;) {
    [answer = ''] = await askPhone(adb, ['am get-current-user'], commandLimitMs);
    if (readNumber(answer) === user) return;
    if (performance.now() > deadlineMs) throw new Error(`user ${user} did not come in front`);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

/** Null where the phone allows a tenant's user, else why not. */
export async function whyNoTenantUser(adb: Adb): Promise<string | null> {
  const [answer = ''] = await askPhone(adb, ['pm get-max-users'], commandLimitMs);
  const most = Number(/supported users: (\d+)/.exec(answer)?.[1] ?? 0);
  return most >= 2 ? null : 'this phone allows no second Android user';
}
