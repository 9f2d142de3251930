import { type RouteDefinition, routes } from '@pocketfleet/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
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
  expect(operation?.security).toEqual(route.caller === 'customer' ? [{ access_token: scopes }] : []);
  const inHeader = (operation?.parameters ?? []).filter((each) => each.in === 'header');
  const isScoped = route.caller === 'customer' && route.needs !== 'person';
  expect(inHeader.map((each) => each.name)).toEqual(isScoped ? ['Pocketfleet-Workspace'] : []);
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
  expect([body?.required, schema?.['required']]).toEqual([true, ['username', 'password']]);
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
  expect(response.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});
