// The whole matrix of access: every call, every ticket and every socket, by everybody, for things of their own team, of another one
// and of nobody. Generated from the contract; what is expected is computed in matrix-rules.ts, apart from the product's own
// policy. Nothing can be written meanwhile: an allowed call ends at its first write, and each row finds the same scene.
import { randomUUID } from 'node:crypto';
import {
  type RouteDefinition,
  type RouteName,
  type TicketPurpose,
  ticketPermissions,
} from '@pocketfleet/contract';
import pLimit from 'p-limit';
import { beforeAll, describe, expect, test } from 'vitest';
import { listRefused } from '../../src/access/access.ts';
import { sql } from '../../src/platform/database.ts';
import { selectAdmissionStatus } from '../../src/streaming/tickets.sql.ts';
import { form, testPassword } from '../test-app.ts';
import { useShop } from '../use-test-app.ts';
import { countRefusedWrites, credentialOf, refuseWrites } from './matrix-database.ts';
import { reportFigure } from './matrix-figure.ts';
import { expectedOf, mayOpen, type Target } from './matrix-rules.ts';
import {
  type Caller,
  callerCount,
  isFirstOfItsKind,
  makeScene,
  type Scene,
  type Things,
} from './matrix-scene.ts';
import { bodyOf, customerRoutes, idKindOf } from './route-rules.ts';

const shop = useShop(6);
let scene: Scene;
let cases = 0;
let requests = 0;
let failures = 0;

beforeAll(async () => {
  scene = await makeScene(shop);
  // There is no agent: calls that need one are refused at once.
  await sql`update hosts set link_node_id = null`.execute(shop.site.db);
  await refuseWrites(shop);
});

const purposes = Object.keys(ticketPermissions) as TicketPurpose[];
/** They name a token or a request that isn't there, which their answer says to everybody. */
const aboutTokens: Partial<Record<RouteName, string>> = {
  acceptInvitation: 'not_found',
  getConsent: 'request_ended',
  approveConsent: 'request_ended',
  denyConsent: 'request_ended',
  resendDelivery: 'not_found',
  confirmPasskey: 'not_found',
  askForPasskey: 'conflict',
  confirmAuthenticator: 'wrong_code',
  renameSecondFactor: 'not_found',
  removeSecondFactor: 'not_found',
};
type Outcome = { status: number; code: unknown; detail: unknown; text: string };

async function ask(
  name: RouteName,
  route: RouteDefinition,
  caller: Caller,
  target: Target,
): Promise<Outcome> {
  requests += 1;
  const things = target === 'foreign' || target === 'another team' ? scene.other : scene.team;
  const kind = idKindOf(route);
  const isPath = route.caller === 'customer' && route.workspaceFrom === 'path';
  const id =
    target === 'unknown'
      ? randomUUID()
      : target === 'not granted'
        ? secondOf(kind)
        : kind === undefined
          ? ''
          : things[kind];
  const headerTeam = target === 'another team' && !isPath ? scene.other.workspace : scene.team.workspace;
  const body = named(bodyOf(name, id), things, target);
  const sent =
    body === undefined
      ? {}
      : route.bodyKind === 'form'
        ? form(body as Record<string, string>)
        : { payload: body };
  const { contentType, ...payload } = sent as { contentType?: string; payload?: string | object };
  const response = await shop.site.app.site.inject({
    method: route.method,
    url: `/api${pathOf(route, id, things)}`,
    headers: {
      ...(caller.token === null ? {} : { authorization: `Bearer ${caller.token}` }),
      // A guest and a key are of one team, and name none.
      ...(caller.kind === 'person' || target === 'another team'
        ? { 'pocketfleet-workspace': headerTeam }
        : {}),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    remoteAddress: `10.${Math.floor(requests / 62_500) % 250}.${Math.floor(requests / 250) % 250}.${requests % 250}`,
    ...payload,
  });
  if (response.statusCode === 500) failures += 1;
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const answer =
    isJson && response.body !== '' ? (response.json() as { code?: unknown; detail?: unknown }) : {};
  const text = response.body.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
  return { status: response.statusCode, code: answer.code, detail: answer.detail, text };
}

function secondOf(kind: ReturnType<typeof idKindOf>): string {
  if (kind === 'device' || kind === 'assignment') return scene.team.second[kind];
  throw new Error('only phones are granted');
}

/** Bodies that name phones, members or links name those of the target. */
function named(body: object | undefined, things: Things, target: Target): object | undefined {
  if (body === undefined) return undefined;
  const values: Record<string, unknown> = { user_id: things.user_id, current_password: testPassword };
  if (target !== 'unknown') values['workspace_id'] = things.workspace;
  const known = Object.fromEntries(Object.entries(values).filter(([key]) => key in body));
  const phones = 'phones' in body && Array.isArray(body.phones) ? { phones: [things.device] } : {};
  return { ...body, ...known, ...phones };
}

function pathOf(route: RouteDefinition, id: string, things: Things): string {
  return route.path
    .replace('{id}', id)
    .replace('{user_id}', things.user_id)
    .replace('{invitation_id}', things.invitation_id)
    .replace('{guest_id}', things.guest_id)
    .replace('{delivery_id}', randomUUID());
}

/** Undefined when the row is right. */
async function tryRow(
  name: RouteName,
  route: RouteDefinition,
  caller: Caller,
  target: Target,
): Promise<string | undefined> {
  cases += 1;
  const expected = expectedOf(name, route, caller, target);
  const got = await (target === 'unknown'
    ? askUnknown(name, route, caller)
    : ask(name, route, caller, target));
  const row = `${name} by ${caller.name}, ${target}: ${got.status} ${String(got.code)} ${String(got.detail)}`;
  if (expected === 'allowed') {
    // A visitor's call doesn't look at who makes it.
    if (route.caller === 'visitor') {
      const [nobody = caller] = scene.callers;
      const same =
        caller === nobody ? got : await askOnce(`${name} by nobody`, () => ask(name, route, nobody, target));
      return got.status === same.status && got.text === same.text ? undefined : `${row}, unlike nobody’s`;
    }
    if (got.code === aboutTokens[name] && got.code !== undefined) return undefined;
    return [401, 403, 404].includes(got.status) ? `${row}, expected to be allowed` : undefined;
  }
  const isExact =
    got.status === expected.status &&
    (expected.status === 200 || got.code === expected.code) &&
    (expected.detail === undefined || got.detail === expected.detail);
  if (!isExact) return `${row}, expected ${JSON.stringify(expected)}`;
  if ((target !== 'foreign' && target !== 'not granted') || !isTriedWhole(caller)) return undefined;
  const unknown = await askUnknown(name, route, caller);
  const isSame = unknown.status === got.status && unknown.text === got.text;
  return isSame ? undefined : `${row}, but of nobody: ${unknown.status} ${unknown.text}`;
}

/** Answers that several rows compare theirs with. */
const askedOnce = new Map<string, Promise<Outcome>>();
function askOnce(what: string, askNow: () => Promise<Outcome>): Promise<Outcome> {
  if (!askedOnce.has(what)) askedOnce.set(what, askNow());
  return askedOnce.get(what) as Promise<Outcome>;
}

const askUnknown = (name: RouteName, route: RouteDefinition, caller: Caller) =>
  askOnce(`${name} by ${caller.name}`, () => ask(name, route, caller, 'unknown'));

const isTriedWhole = (caller: Caller): boolean => isFirstOfItsKind(scene, caller);

function targetsOf(route: RouteDefinition, caller: Caller): Target[] {
  // These don't look at who calls.
  if (route.caller !== 'customer') return isTriedWhole(caller) ? ['own'] : [];
  const kind = idKindOf(route);
  if (kind === 'workspace')
    return ['own', 'another team', ...(caller.kind === 'nobody' ? ['unknown' as const] : [])];
  const isNarrow = (kind === 'device' || kind === 'assignment') && caller.phones === 'one';
  const notGranted = isNarrow ? (['not granted'] as const) : [];
  if (!isTriedWhole(caller))
    return ['own', ...(kind === undefined ? [] : (['foreign'] as const)), ...notGranted];
  return [
    'own',
    ...(kind === undefined ? [] : (['foreign', 'unknown'] as const)),
    ...notGranted,
    'another team',
  ];
}

test('the scene has callers of every kind, and every route and caller is in the matrix', () => {
  expect(scene.callers.length).toBe(callerCount);
  expect(new Set(scene.callers.map(({ kind }) => kind)).size).toBe(5);
  expect(customerRoutes.length).toBeGreaterThan(100);
});

describe('every call of the contract', () => {
  // By one caller after the other; the scene knows them only when it is made.
  test.each(Array.from({ length: callerCount }, (_, at) => at))('by caller %i', async (at) => {
    const caller = scene.callers[at];
    if (caller === undefined) throw new Error('the scene has fewer callers');
    await sql`delete from limit_windows`.execute(shop.site.db);
    const [before, failuresBefore] = [await countRefusedWrites(shop), failures];
    const atOnce = pLimit(6);
    const rows = customerRoutes.flatMap(([name, route]) =>
      targetsOf(route, caller).map((target) => atOnce(() => tryRow(name, route, caller, target))),
    );
    const wrong = (await Promise.all(rows)).filter((row) => row !== undefined);
    expect(wrong).toEqual([]);
    // Each failure is a write that was refused, and nothing else is broken.
    expect((await countRefusedWrites(shop)) - before).toBeGreaterThanOrEqual(failures - failuresBefore);
  });
});

describe('every ticket and every socket', () => {
  test('a ticket is sold, and its socket opens and stays open, exactly where the right is there', async () => {
    const wrong: string[] = [];
    for (const caller of scene.callers) {
      // All of the owner's keys count as one buyer of tickets.
      await sql`delete from limit_windows`.execute(shop.site.db);
      const credential_id = caller.token === null ? null : await credentialOf(shop, caller.token);
      for (const purpose of purposes) {
        for (const target of ['unknown', 'another team'] as const) {
          cases += 1;
          const device = target === 'unknown' ? randomUUID() : scene.team.device;
          const status = await buy(caller, purpose, device, target === 'another team');
          if (![401, 403, 404].includes(status))
            wrong.push(`${purpose} by ${caller.name}, ${target}: sold ${status}`);
        }
        for (const target of ['own', 'not granted', 'foreign'] as const) {
          cases += 2;
          const { device, assignment } =
            target === 'not granted' ? scene.team.second : target === 'own' ? scene.team : scene.other;
          const may = caller.kind !== 'nobody' && target !== 'foreign' && mayOpen(caller, purpose, target);
          const status = await buy(caller, purpose, device);
          if (may === [401, 403, 404].includes(status))
            wrong.push(`${purpose} by ${caller.name}, ${target}: sold ${status}`);
          if (credential_id === null) continue;
          const ticket_at = new Date().toISOString();
          const admission = { assignment_id: assignment, credential_id, purpose, ticket_at };
          const [open] = await selectAdmissionStatus(shop.site.db, [admission]);
          const refusal = may ? null : 'not_allowed';
          if (open?.refusal !== refusal)
            wrong.push(`${purpose} by ${caller.name}, ${target}: open ${open?.refusal}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the sockets of events and webhooks are for people, keys and programs of the team', async () => {
    const owners: { credential_id: string; workspace_id: string; may: boolean; name: string }[] = [];
    for (const { token, name } of scene.callers) {
      if (token === null) continue;
      const credential_id = await credentialOf(shop, token);
      owners.push({ credential_id, workspace_id: scene.team.workspace, may: true, name });
      owners.push({ credential_id, workspace_id: scene.other.workspace, may: false, name });
    }
    cases += owners.length;
    const refused = await listRefused(shop.site.app.deps, owners);
    const wrong = owners.filter((one) => one.may === refused.some(({ owner }) => owner === one));
    expect(wrong).toEqual([]);
    expect(refused.every(({ reason }) => reason === 'not_allowed')).toBe(true);
  });
});

test('its size', ({ task }) => {
  expect(cases).toBeGreaterThan(5_000);
  const sizes = `${customerRoutes.length} routes and ${purposes.length} purposes of tickets × ${scene.callers.length} callers × up to 5 targets`;
  reportFigure(task, `the matrix of access: ${sizes} = ${cases} cases, ${requests} requests`);
});

async function buy(
  caller: Caller,
  purpose: TicketPurpose,
  device: string,
  namesOther = false,
): Promise<number> {
  requests += 1;
  const answer = await shop.site.call('POST', `/api/devices/${device}/stream/start`, {
    ...(caller.token !== null && { token: caller.token }),
    ...(caller.kind === 'person' && { workspace: scene.team.workspace }),
    ...(namesOther && { workspace: scene.other.workspace }),
    payload: { purpose },
    address: `10.251.${Math.floor(requests / 250) % 250}.${requests % 250}`,
  });
  return answer.status;
}
