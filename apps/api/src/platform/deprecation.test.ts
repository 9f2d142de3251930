import { defineRoute, type RouteDefinition, routes } from '@pocketfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { operationOf } from '../reference/openapi.ts';
import { AppError } from './app-error.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createImplement } from './implement.ts';
import type { Log } from './log.ts';

const call = { method: 'GET', caller: 'visitor', summary: 'A call.' } as const;
const query = z.object({ refused: z.string().optional() });
const response = z.object({ works: z.boolean() });
const old = defineRoute({
  ...call,
  path: '/old-call',
  query,
  response,
  deprecated: { since: '2027-01-31', until: '2028-01-31', instead: 'Use the new call.' },
});
const current = defineRoute({ ...call, path: '/new-call', query, response });
let server: HttpServer;

beforeAll(async () => {
  server = await createHttpServer({
    log: { error: () => undefined } as unknown as Log,
    publicUrl: 'http://127.0.0.1:4000',
    requestsPerMinute: 100,
    trustedProxies: [],
  });
  const implement = createImplement(server, {} as Parameters<typeof createImplement>[1]);
  for (const route of [old, current]) {
    implement(route, (asked) => {
      if (asked.query.refused !== undefined) throw new AppError('not_found');
      return { works: true };
    });
  }
});
afterAll(() => server.close());

test.each([
  ['', 200],
  ['?refused=1', 404],
])('a deprecated call says since when and until when it works: "%s"', async (search, status) => {
  const answer = await server.inject(`/api/old-call${search}`);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({
    deprecation: `@${Date.UTC(2027, 0, 31) / 1_000}`,
    sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
  });
});

test('another call has neither header', async () => {
  const { headers } = await server.inject('/api/new-call');
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['deprecation']));
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['sunset']));
});

test('the document marks it, and says what to use in its place', () => {
  expect(operationOf('listPhones', old)).toMatchObject({
    deprecated: true,
    description: 'Deprecated since 2027-01-31, works until 2028-01-31. Use the new call.',
  });
  expect(operationOf('listPhones', current)).not.toHaveProperty('deprecated');
});

test('each call that goes works for twelve months more', () => {
  for (const { deprecated } of Object.values<RouteDefinition>(routes)) {
    if (deprecated === undefined) continue;
    const end = new Date(deprecated.since);
    end.setUTCFullYear(end.getUTCFullYear() + 1);
    expect(Date.parse(deprecated.until)).toBeGreaterThanOrEqual(end.getTime());
  }
});
