import { readFileSync } from 'node:fs';
import {
  errorCodes,
  exampleData,
  type RouteDefinition,
  type RouteName,
  routes,
  webhookData,
  webhookEvents,
} from '@pocketfleet/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '../../test/use-test-app.ts';
import { bodyExamples } from './examples.ts';
import type { OpenApi } from './openapi.ts';

const calls: [string, RouteDefinition][] = Object.entries(routes);
const site = useTestApp();
let document: OpenApi;

beforeAll(async () => {
  document = (await site.call('GET', '/openapi.json')).body as unknown as OpenApi;
});

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const outcome = await validator.validate(structuredClone(document) as never);
  expect(outcome.errors ?? []).toEqual([]);
  expect(outcome.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test.each(calls)('the document describes %s with its caller, parameters and body', (name, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  expect(operation).toMatchObject({ operationId: name, summary: route.summary });
  const scopes = route.caller === 'customer' && typeof route.needs !== 'string' ? [...route.needs] : [];
  const isForPrograms = route.caller === 'customer' && !['person', 'guest'].includes(String(route.needs));
  const schemes = [{ access_token: scopes }, ...(isForPrograms ? [{ oauth: scopes }] : [])];
  expect(operation?.security).toEqual(route.caller === 'customer' ? schemes : []);
  const inHeader = (operation?.parameters ?? []).filter((each) => each.in === 'header');
  const isScoped = route.caller === 'customer' && route.needs !== 'person';
  const costsMoney = /^createOrder$|^create\w*Intent$/.test(name);
  expect(inHeader.map((each) => each.name)).toEqual([
    ...(isScoped ? ['Pocketfleet-Workspace'] : []),
    ...(costsMoney ? ['Idempotency-Key'] : []),
  ]);
  expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
  const inPath = (operation?.parameters ?? []).filter((each) => each.in === 'path').map((each) => each.name);
  const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  expect(inPath).toEqual(named);
});

test('the document has no call that is not in the contract', () => {
  const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(listed.map(({ operationId }) => operationId).sort()).toEqual(calls.map(([name]) => name).sort());
});

test('the document describes the sign-in as a form with both fields', () => {
  const body = document.paths['/auth/login']?.['post']?.requestBody;
  const { schema } = body?.content['application/x-www-form-urlencoded'] ?? {};
  expect(schema).toEqual({ $ref: '#/components/schemas/LoginRequest' });
  const named = document.components.schemas['LoginRequest'];
  expect([body?.required, named?.['required']]).toEqual([true, ['username', 'password']]);
});

test('each object of the contract stands in the document once, under its name', () => {
  const inline: string[] = [];
  const responses = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const { operationId, requestBody, responses: all } of responses) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(all)]) {
      for (const { schema } of Object.values(content)) {
        if (schema['properties'] !== undefined) inline.push(operationId);
      }
    }
  }
  expect(inline).toEqual([]);
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Device', 'OrderWithMoney', 'ScreenReading', 'Webhook', 'Error']),
  );
});

test('each refusal has its status, its body and the codes that it can carry', () => {
  const { responses } = document.paths['/orders']?.['post'] ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '409', '429', '503']),
  );
  const named = document.components.responses as Record<string, { description: string; headers?: object }>;
  expect(named['Refused429']?.headers).toHaveProperty('Retry-After');
  for (const [code, { status }] of Object.entries(errorCodes)) {
    expect(named[`Refused${status}`]?.description).toMatch(new RegExp(`\\b${code}\\b`));
  }
});

test('each call that the server answers with a refusal says so', async () => {
  const answer = await site.call('POST', '/api/orders', { token: 'nobody', payload: {} });
  expect(Object.keys(document.paths['/orders']?.['post']?.responses ?? {})).toContain(String(answer.status));
  const { headers } = await site.app.site.inject({ url: '/api/phones' });
  const documented = (document.components.responses as Record<string, { headers?: object }>)['Refused429']
    ?.headers;
  const names = Object.keys(documented ?? {}).map((name) => name.toLowerCase());
  const sent = Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'));
  expect(sent.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining(sent));
});

test.each(Object.entries(bodyExamples))('the example of %s is what the server takes', (name, example) => {
  const route: RouteDefinition = routes[name as RouteName];
  expect(route.body?.safeParse(example).error).toBeUndefined();
  const content = Object.values(
    document.paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content ?? {},
  );
  expect(content[0]?.example).toEqual(example);
});

test.each(webhookEvents)('the event %s is described with an example of its form', (type) => {
  const content = document.webhooks[type]?.['post']?.requestBody?.content['application/json'];
  expect(content?.schema).toMatchObject({ $ref: expect.stringMatching(/Event$/) });
  expect(webhookData[type].safeParse(exampleData[type]).error).toBeUndefined();
});

test('the document describes each websocket of customers, with schemas that a validator can read', () => {
  const described = document['x-websockets'];
  const served = ['stream', 'shell', 'files', 'adb', 'screen'].map((kind) => `/ws/devices/{id}/${kind}`);
  expect(Object.keys(described).sort()).toEqual([...served, '/ws/events', '/ws/webhooks'].sort());
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const each of Object.values(described)) {
    expect(operations).toContain((each['ticket'] as { operation: string }).operation);
    for (const schema of [each['sent'], each['received']]) {
      if (schema !== undefined) expect(schema).toMatchObject({ oneOf: expect.any(Array) });
    }
    expect(each['close_codes']).toHaveProperty('4405');
  }
  const read = z.fromJSONSchema(described['/ws/events']?.['received'] as never);
  expect(read.safeParse({ type: 'nonsense' }).success).toBe(false);
  const asked = z.fromJSONSchema(described['/ws/devices/{id}/stream']?.['sent'] as never);
  expect(asked.safeParse({ type: 'key_packet' }).success).toBe(true);
});

test('no call that was ever there has gone or has another name', () => {
  const known = readFileSync(new URL('./operation-ids.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const present = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  );
  expect(present).toEqual(expect.arrayContaining(known));
  // A new call is added to the file, and is then there to stay (docs/use/versions.md).
  expect(known).toEqual(expect.arrayContaining(present));
});

test('no call needs a permission that it did not need when it was released', () => {
  const released = readFileSync(new URL('./released-permissions.txt', import.meta.url), 'utf8').trim();
  const known = new Map(released.split('\n').map((line) => line.split(': ') as [string, string]));
  expect(known.size).toBeGreaterThan(100);
  for (const [name, route] of calls) {
    if (route.caller !== 'customer' || typeof route.needs === 'string') continue;
    // Not promised yet: a call that was added since the release, or that no program could make.
    const promised = known.get(name) ?? 'person';
    if (promised === 'person' || promised === 'guest') continue;
    for (const each of route.needs) expect(promised.split(' ')).toContain(each);
  }
});

test('the page shows each call and is sent with the site’s content security policy', async () => {
  const response = await site.app.site.inject({ url: '/api-reference' });
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  for (const [name, route] of calls) {
    expect(response.body).toContain(
      `id="${name}"><h3><code><b>${route.method}</b> ${route.path}</code></h3>`,
    );
  }
  // The `type` of a problem leads there.
  for (const code of Object.keys(errorCodes)) expect(response.body).toContain(`id="error-${code}"`);
  expect(response.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});
