// Callers with named phones find no other phone in any list: not its id, its tag, its rental, nor anything that is about it alone.
// Lists of people and keys are left out for those who manage them, because they must see who has what.
import type { AccessPermission, RouteDefinition, RouteName } from '@pocketfleet/contract';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/database.ts';
import { makeTestKey } from '../test-keys.ts';
import { makeTestQuestion } from '../test-questions.ts';
import { insertTestRecording } from '../test-recordings.ts';
import { useShop } from '../use-test-app.ts';
import { reportFigure } from './matrix-figure.ts';
import { type Caller, makeScene, type Scene } from './matrix-scene.ts';
import { customerRoutes } from './route-rules.ts';

/** Callers with this permission manage the people or keys of the list. */
const managedBy: Partial<Record<RouteName, AccessPermission>> = {
  listActivity: 'members',
  listActivityChoices: 'members',
  listInvitations: 'members',
  listMembers: 'members',
  listShareLinks: 'members',
  getRecordingSettings: 'members',
  listKeys: 'keys',
  listConnections: 'keys',
};

const shop = useShop(6);
let scene: Scene;
/** Texts that tell of the second phone, by what they are. */
let traces: Record<string, string>;

beforeAll(async () => {
  scene = await makeScene(shop);
  traces = await useSecondPhone();
});

const ownerOf = ({ callers }: Scene): Caller => {
  const found = callers.find(({ role, kind }) => role === 'owner' && kind === 'person');
  if (found === undefined) throw new Error('the scene has no owner');
  return found;
};

/** Makes one of everything that can be about the second phone alone. */
async function useSecondPhone(): Promise<Record<string, string>> {
  const { workspace, second } = scene.team;
  const token = ownerOf(scene).token ?? '';
  const phones = [second.device];
  const call = async (method: 'POST' | 'PATCH', path: string, payload: object): Promise<string> => {
    const made = await shop.site.call(method, `/api${path}`, { token, workspace, payload });
    if (made.status !== 200) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
    return String(made.body['id']);
  };
  const { db } = shop.site;
  const tags = await sql<{ tag: string; owner: string }>`
    select tag, (select id from users where username = 'owner') as owner from devices
    where id = ${second.device}`.execute(db);
  const { tag = '', owner = '' } = tags.rows[0] ?? {};
  // It has been used for a while, and its customer has a choice to make.
  await sql`update assignments set starts_at = starts_at - interval '1 hour' where id = ${second.assignment}`.execute(
    db,
  );
  await sql`insert into replacement_choices (assignment_id, model, decide_by)
    values (${second.assignment}, 'Pixel 8', app_now() + interval '1 day')`.execute(db);
  await call('PATCH', `/phones/${second.device}`, { label: 'the second phone' });
  await call('PATCH', '/recording-settings', { phones });
  await call('POST', `/workspaces/${workspace}/invitations`, {
    email: 'second@example.com',
    role: 'user',
    phones,
  });
  return {
    'its id': second.device,
    'its rental': second.assignment,
    'its tag': `${tag}"`,
    'its label': 'the second phone',
    'its question': (await makeTestQuestion(shop.site, { token, workspace }, second.device)).id,
    'its recording': await insertTestRecording(db, {
      workspace_id: workspace,
      device_id: second.device,
      assignment_id: second.assignment,
      user_id: owner,
    }),
    'its secret': await call('POST', '/secrets', {
      name: 'Second bank',
      value: 'violet-Kettle-42',
      apps: ['com.example.bank'],
      phones,
    }),
    'its link': await call('POST', '/share-links', { permission: 'watch', phones }),
    'its key': (await makeTestKey(shop.site, token, { name: 'second', phones }, workspace)).id,
  };
}

const lists = customerRoutes.filter(
  ([, route]) =>
    route.method === 'GET' &&
    route.caller === 'customer' &&
    !(isOfWorkspace(route) ? route.path.replace('{id}', '') : route.path).includes('{'),
);

function isOfWorkspace(route: RouteDefinition): boolean {
  return route.caller === 'customer' && route.workspaceFrom === 'path';
}

/** Undefined where the call is refused. As CSV also, where there is that. */
async function read(route: RouteDefinition, caller: Caller): Promise<string | undefined> {
  const { workspace } = scene.team;
  const ask = (accept: string) =>
    shop.site.app.site.inject({
      method: 'GET',
      url: `/api${route.path.replace('{id}', workspace)}`,
      headers: {
        accept,
        authorization: `Bearer ${caller.token}`,
        ...(caller.kind === 'person' && { 'pocketfleet-workspace': workspace }),
      },
    });
  const [json, csv] = [await ask('application/json'), await ask('text/csv')];
  // A failure would hide what the list shows.
  if (json.statusCode >= 500 || json.statusCode === 400)
    throw new Error(`${route.path} by ${caller.name}: ${json.body}`);
  return json.statusCode === 200 ? `${json.body}\n${csv.body.replaceAll(',', '",')}` : undefined;
}

test('an owner finds each thing of the second phone in some list, and each list about phones shows it', async () => {
  const owner = ownerOf(scene);
  const bodies = await Promise.all(lists.map(([, route]) => read(route, owner)));
  const unseen = Object.entries(traces).filter(([, text]) => !bodies.some((body) => body?.includes(text)));
  expect(unseen).toEqual([]);
  const showsNothing = lists.filter(
    (_, at) => !Object.values(traces).some((text) => bodies[at]?.includes(text)),
  );
  // These are about people, money, programs and models, or for guests. Orders are in others-orders.test.ts.
  expect(showsNothing.map(([name]) => name).toSorted()).toEqual([
    'getBillingDetails',
    'getBudget',
    'getGuestPlace',
    'getProfile',
    'getWorkspace',
    'listConnections',
    'listMembers',
    'listModels',
    'listOrders',
    'listSecondFactors',
    'listSessions',
    'listWebhooks',
    'listWorkspaces',
    'me',
    'tunnelDomains',
  ]);
});

test('a phone that wasn’t granted is in no list', async ({ task }) => {
  const narrow = scene.callers.filter(({ phones, token }) => phones === 'one' && token !== null);
  const wrong: string[] = [];
  let answered = 0;
  for (const caller of narrow) {
    for (const [name, route] of lists) {
      const body = await read(route, caller);
      if (body === undefined) continue;
      answered += 1;
      const manages = managedBy[name];
      if (manages !== undefined && caller.permissions.has(manages)) continue;
      for (const [what, text] of Object.entries(traces))
        if (body.includes(text)) wrong.push(`${name} shows ${caller.name} ${what}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(narrow.length * 5);
  reportFigure(
    task,
    `lists of the matrix: ${lists.length} lists × ${narrow.length} callers with one phone, ${answered} answered`,
  );
});
