// The scene of the matrix: a team with everything in it, another team with the same, and everybody who may come.
import {
  type AccessPermission,
  accessPermissions,
  programPermissions,
  type Role,
} from '@pocketfleet/contract';
import { insertConnection, insertToken } from '../../src/access/oauth/connections.sql.ts';
import { sql } from '../../src/platform/database.ts';
import { createSecret, hashSecret } from '../../src/platform/secrets.ts';
import { createTestUser, testPassword } from '../test-app.ts';
import { makeTestKey } from '../test-keys.ts';
import type { Shop } from '../test-payments.ts';
import { makeTestQuestion } from '../test-questions.ts';
import { insertTestRecording } from '../test-recordings.ts';
import { rent } from '../test-rentals.ts';
import { addTestMember, createTestTeam } from '../test-team.ts';
import { credentialOf, settleUse } from './matrix-database.ts';
import type { IdKind } from './route-rules.ts';

/** Somebody who calls, as data: what follows from it is computed in matrix-rules.ts. */
export type Caller = {
  name: string;
  kind: 'nobody' | 'person' | 'key' | 'program' | 'guest';
  role: Role | null;
  permissions: ReadonlySet<AccessPermission>;
  /** `one`: the first phone of the team only. */
  phones: 'all' | 'one';
  token: string | null;
};

/** Ids of one team's things; `user_id` is a member, and the others stand below the id in the path. */
export type Things = Record<IdKind, string> & {
  second: { device: string; assignment: string };
  user_id: string;
  invitation_id: string;
  guest_id: string;
  link_token: string;
};

/** As the law of roles says it, apart from the table in the database. */
const allOf = new Set<AccessPermission>(accessPermissions);
const without = (...names: AccessPermission[]) =>
  new Set(accessPermissions.filter((each) => !names.includes(each)));
const firstNine = accessPermissions.slice(0, 9);
export const permissionsOfRole: Record<Role, ReadonlySet<AccessPermission>> = {
  owner: allOf,
  admin: without('workspace'),
  manager: new Set([...firstNine, 'secrets', 'rent', 'spend']),
  user: new Set(firstNine),
  viewer: new Set(['watch', 'screen']),
};

export type Scene = { team: Things; other: Things; callers: Caller[] };
/** Tests are named before the scene is made. */
export const callerCount = 38;

/**
 * True when a caller is tried with every target: the first of each kind and number of phones. The others differ from these in
 * their permissions, which are asked before anything is looked for, so fewer targets show all that they can.
 * `npm run proof -- matrix` tries every caller with every target.
 */
export function isFirstOfItsKind({ callers }: Scene, caller: Caller): boolean {
  const isLike = (other: Caller) => other.kind === caller.kind && other.phones === caller.phones;
  return process.env['PROOF_SIZE'] !== undefined || callers.find(isLike) === caller;
}

export async function makeScene(shop: Shop): Promise<Scene> {
  const owner = await shop.customer('owner');
  const rival = await shop.customer('rival');
  const team = await makeThings(shop, owner, 'member');
  const other = await makeThings(shop, rival, 'stranger');
  const callers: Caller[] = [
    { name: 'nobody', kind: 'nobody', role: null, permissions: new Set(), phones: 'all', token: null },
    person('owner', 'all', owner.token),
  ];
  for (const role of ['admin', 'manager', 'user', 'viewer'] as const) {
    callers.push(person(role, 'all', await join(shop, team, role)));
    callers.push(person(role, 'one', await join(shop, team, role, [team.device])));
  }
  const makeKey = async (permissions: readonly AccessPermission[], phones: Caller['phones']) => {
    const named = phones === 'all' ? 'all' : [team.device];
    const { key } = await makeTestKey(shop.site, owner.token, { permissions, phones: named }, team.workspace);
    const name = `a key with ${permissions.length === 1 ? permissions[0] : 'everything'}, ${phones} phones`;
    callers.push({ name, kind: 'key', role: 'owner', permissions: new Set(permissions), phones, token: key });
  };
  for (const permission of accessPermissions) await makeKey([permission], 'all');
  await makeKey(accessPermissions, 'all');
  await makeKey(accessPermissions, 'one');
  for (const phones of ['all', 'one'] as const) {
    callers.push(await makeProgram(shop, owner.id, team, programPermissions, phones));
  }
  callers.push(await makeProgram(shop, owner.id, team, ['watch'], 'all'));
  for (const permission of ['watch', 'control'] as const) {
    const link = await makeLink(shop, owner.token, team, permission);
    const permissions = new Set<AccessPermission>(permission === 'watch' ? ['watch'] : ['watch', 'control']);
    const token = await joinLink(shop, link.token);
    callers.push({
      name: `a guest who may ${permission}`,
      kind: 'guest',
      role: 'owner',
      permissions,
      phones: 'one',
      token,
    });
  }
  for (const role of ['user', 'viewer'] as const) callers.push(...(await makeDemoted(shop, team, role)));
  await settleUse(shop);
  return { team, other, callers };
}

function person(role: Role, phones: Caller['phones'], token: string): Caller {
  const name = `${role}, ${phones === 'all' ? 'all phones' : 'one phone'}`;
  return { name, kind: 'person', role, permissions: permissionsOfRole[role], phones, token };
}

async function makeThings(
  shop: Shop,
  owner: { id: string; token: string },
  memberName: string,
): Promise<Things> {
  const { site } = shop;
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const workspace = await createTestTeam(site.db, owner.id, `Team of ${memberName}`);
  const asOwner = { token: owner.token, workspace };
  const order = await rent(shop, owner.token, { phone_count: 2, workspace });
  const rented = await sql<{ id: string; device_id: string }>`
    select id, device_id from assignments where workspace_id = ${workspace} and state = 'active' order by id`.execute(
    site.db,
  );
  const [first, second] = rented.rows;
  if (first === undefined || second === undefined) throw new Error('the team has no two phones');
  const user_id = await createTestUser(site.db, memberName);
  await addTestMember(site.db, workspace, { user_id, role: 'viewer' });
  const idOf = async (path: string, payload: object) => {
    const made = await site.call('POST', `/api${path}`, { ...asOwner, payload });
    if (made.status !== 200) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
    return String(made.body['id']);
  };
  const things: Omit<Things, 'share link' | 'guest_id' | 'link_token'> = {
    workspace,
    order,
    user_id,
    device: first.device_id,
    assignment: first.id,
    second: { device: second.device_id, assignment: second.id },
    key: (await makeTestKey(site, owner.token, {}, workspace)).id,
    webhook: await idOf('/webhooks', { url: 'https://example.com/hook', events: ['rental.ended'] }),
    secret: await idOf('/secrets', { name: 'Bank', value: 'violet-Kettle-42', apps: ['com.example.bank'] }),
    question: (await makeTestQuestion(site, asOwner, first.device_id)).id,
    recording: await insertTestRecording(site.db, {
      workspace_id: workspace,
      device_id: first.device_id,
      assignment_id: first.id,
      user_id: owner.id,
    }),
    invitation_id: await idOf(`/workspaces/${workspace}/invitations`, {
      email: `invited-by-${memberName}@example.com`,
      role: 'user',
      phones: 'all',
    }),
    'second factor': await idOf('/auth/second-factors/authenticators', {
      name: 'My phone',
      current_password: testPassword,
    }),
    session: await credentialOf(
      shop,
      await site.signIn(owner.id === user_id ? memberName : (ownerNames[memberName] ?? ''), testPassword),
    ),
    connection: await connect(shop, {
      user_id: owner.id,
      workspace_id: workspace,
      permissions: ['watch'],
      phones: 'all',
    }),
  };
  const link = await makeLink(shop, owner.token, { ...things, device: first.device_id }, 'watch');
  const guest = await joinLink(shop, link.token);
  return {
    ...things,
    'share link': link.id,
    guest_id: await credentialOf(shop, guest),
    link_token: link.token,
  };
}

const ownerNames: Record<string, string> = { member: 'owner', stranger: 'rival' };

async function makeLink(
  shop: Shop,
  token: string,
  { workspace, device }: { workspace: string; device: string },
  permission: 'watch' | 'control',
): Promise<{ id: string; token: string }> {
  const payload = { permission, phones: [device] };
  const made = await shop.site.call('POST', '/api/share-links', { token, workspace, payload });
  return { id: String(made.body['id']), token: String(made.body['url']).split('/s/')[1] ?? '' };
}

async function joinLink(shop: Shop, token: string): Promise<string> {
  const joined = await shop.site.call('POST', '/api/share-links/join', { payload: { token, name: 'Grace' } });
  return String(joined.body['access_token']);
}

let joined = 0;
async function join(shop: Shop, team: Things, role: Role, phones?: string[]): Promise<string> {
  joined += 1;
  const username = `${role}${joined}`;
  const user_id = await createTestUser(shop.site.db, username);
  await addTestMember(shop.site.db, team.workspace, { user_id, role, ...(phones && { phones }) });
  return shop.site.signIn(username, testPassword);
}

async function connect(
  shop: Shop,
  who: {
    user_id: string;
    workspace_id: string;
    permissions: readonly AccessPermission[];
    phones: 'all' | readonly string[];
  },
): Promise<string> {
  const connection = await insertConnection(shop.site.db, {
    ...who,
    token_hash: hashSecret(createSecret()),
    machine: 'Firefox',
    client_id: 'https://agent.example/client.json',
    program: 'agent.example',
    monthly_limit_cents: 100_000,
    days: 30,
  });
  return connection.id;
}

async function makeProgram(
  shop: Shop,
  user_id: string,
  team: Things,
  permissions: readonly AccessPermission[],
  phones: Caller['phones'],
): Promise<Caller> {
  const named = phones === 'all' ? 'all' : [team.device];
  const connection_id = await connect(shop, {
    user_id,
    workspace_id: team.workspace,
    permissions,
    phones: named,
  });
  const token = createSecret();
  await insertToken(shop.site.db, {
    connection_id,
    token_hash: hashSecret(token),
    valid_s: 3_600,
    resource: 'api',
  });
  const name = `a program with ${permissions.length === 1 ? permissions[0] : 'all that programs get'}, ${phones} phones`;
  return { name, kind: 'program', role: 'owner', permissions: new Set(permissions), phones, token };
}

/**
 * Callers with a key and a link of somebody who was an admin with all phones when they made them, and is a user or a viewer
 * with one phone now: neither may do more than that.
 */
async function makeDemoted(shop: Shop, team: Things, role: 'user' | 'viewer'): Promise<Caller[]> {
  const makersToken = await join(shop, team, 'admin');
  const most = { permissions: accessPermissions.filter((each) => each !== 'workspace'), phones: 'all' };
  const { key } = await makeTestKey(shop.site, makersToken, most, team.workspace);
  const link = await makeLink(shop, makersToken, team, 'control');
  const guest = await joinLink(shop, link.token);
  await sql`with demoted as (
      update workspace_members set role = ${role}, has_all_phones = false
      where workspace_id = ${team.workspace} and user_id =
        (select user_id from credentials where id = ${await credentialOf(shop, key)}) returning workspace_id, user_id)
    insert into grants (workspace_id, user_id, device_id)
    select workspace_id, user_id, ${team.device} from demoted`.execute(shop.site.db);
  const permissions = permissionsOfRole[role];
  const ofGuest = new Set((['watch', 'control'] as const).filter((each) => permissions.has(each)));
  return [
    {
      name: `a key of an admin who is a ${role} now`,
      kind: 'key',
      role,
      permissions,
      phones: 'one',
      token: key,
    },
    {
      name: `a guest by a link of an admin who is a ${role} now`,
      kind: 'guest',
      role,
      permissions: ofGuest,
      phones: 'one',
      token: guest,
    },
  ];
}
