// Creates the tenant's Android user and switches between users, through adb's shell. Each step can be repeated: a retry
// completes a step that was interrupted.
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { parseNumber, parseUsers } from './parse-output.ts';

const commandTimeoutMs = 30_000;
const switchTimeoutMs = 60_000;
const pollIntervalMs = 100;

/** The name of the tenant's user. A retry for the same assignment finds it again. */
const tenantUserName = (assignmentId: string): string => `tenant-${assignmentId.slice(0, 8)}`;

/** Creates the tenant's user and switches to it. Rejects when another tenant's user is there or Android refuses. */
export async function createTenantUser(adb: Adb, assignmentId: string): Promise<number> {
  const name = tenantUserName(assignmentId);
  const [list = ''] = await runCommands(adb, ['pm list users'], commandTimeoutMs);
  const others = parseUsers(list).filter((user) => user !== 0);
  const existing = new RegExp(`UserInfo\\{(\\d+):${name}:`).exec(list)?.[1];
  const isAlone = others.length === 0 || (others.length === 1 && others[0] === Number(existing));
  if (!isAlone) throw new Error(`other Android users are on the phone: ${others.join(', ')}`);
  const user = existing === undefined ? await createUser(adb, name) : Number(existing);
  // Otherwise the tenant would first see Android's setup assistant.
  await runCommands(adb, [`settings --user ${user} put secure user_setup_complete 1`], commandTimeoutMs);
  await switchToUser(adb, user);
  return user;
}

async function createUser(adb: Adb, name: string): Promise<number> {
  const [output = ''] = await runCommands(adb, [`pm create-user ${name} 2>&1`], commandTimeoutMs);
  const id = /created user id (\d+)/.exec(output)?.[1];
  if (id === undefined) throw new Error(`Android created no user: ${output.slice(0, 200)}`);
  return Number(id);
}

export async function switchToUser(adb: Adb, user: number): Promise<void> {
  const deadlineMs = performance.now() + switchTimeoutMs;
  await runCommands(adb, [`am switch-user ${user} 2>&1`], commandTimeoutMs);
  for (;;) {
    const [output = ''] = await runCommands(adb, ['am get-current-user'], commandTimeoutMs);
    if (parseNumber(output) === user) return;
    if (performance.now() > deadlineMs) throw new Error(`Android did not switch to user ${user}`);
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** Switches to the user where another one is in front. */
export async function bringToFront(adb: Adb, user: number): Promise<void> {
  const [output = ''] = await runCommands(adb, ['am get-current-user'], commandTimeoutMs);
  if (parseNumber(output) !== user) await switchToUser(adb, user);
}

/** The reasons why a tenant's user can't be created on this phone. */
export async function findTenantUserProblems(adb: Adb): Promise<string[]> {
  const [output = ''] = await runCommands(adb, ['pm get-max-users'], commandTimeoutMs);
  const maxUsers = Number(/supported users: (\d+)/.exec(output)?.[1] ?? 0);
  return maxUsers >= 2 ? [] : ['this phone allows no second Android user'];
}
