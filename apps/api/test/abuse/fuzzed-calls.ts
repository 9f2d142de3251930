// One hostile call of a route, made from the route's own schemas, and what every answer must look like.
import { errorCodes, errorResponse, type RouteShape } from '@pocketfleet/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { HttpServer } from '../../src/platform/http-server.ts';
import { hostile, valuesOf } from './values-of.ts';

export type FuzzedCall = {
  id: string;
  query: string;
  contentType: string | undefined;
  payload: string | undefined;
  headers: Record<string, string>;
};

const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  `application/json; charset=${'x'.repeat(500)}`,
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'APPLICATION/JSON',
  'a',
  ';;;',
];
const brokenTexts = [
  '',
  '{',
  '[',
  '"',
  '{"a":',
  '\u0000',
  '{"a":1}{"a":1}',
  `{"a":1e${'9'.repeat(400)}}`,
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '['.repeat(30_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
  '\ufeff{}',
  'username=a&username=b&password[a]=1',
  'a=%',
  '&&&=&=',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
];
const oddIds = [
  '1',
  '%00',
  '..%2f..',
  '%',
  '%c3%28',
  'x'.repeat(2_000),
  "'%3bselect%201--",
  '6F1C0F5E-8A4F-4D8E-9A55-0B8F6A0F4B11',
  '%F0%9F%98%80',
];
const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': 'é' },
  { 'idempotency-key': '0' },
  { 'user-agent': 'x'.repeat(6_000) },
  { 'x-forwarded-for': '1.2.3.4, ::ffff:1.2.3.4, x' },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'application/xml;q=9' },
  { range: 'bytes=0-0' },
  { expect: 'x' },
  { cookie: `${'a=b; '.repeat(500)}operator_session=x` },
];

/** `ids`: some that name something. */
export function callsOf(route: RouteShape, ids: readonly string[]): fc.Arbitrary<FuzzedCall> {
  const body = route.body === undefined ? hostile : valuesOf(route.body);
  const isForm = route.bodyKind === 'form';
  const right = body.map((value) => ({
    contentType: isForm ? contentTypes[1] : contentTypes[0],
    payload: isForm ? formText(value) : JSON.stringify(value),
  }));
  const wrongKind = fc.record({ contentType: fc.constantFrom(...contentTypes), payload: body.map(jsonText) });
  const broken = fc.record({
    contentType: fc.constantFrom(...contentTypes.slice(0, 2)),
    payload: fc.constantFrom(...brokenTexts),
  });
  const none = fc.constant({ contentType: undefined, payload: undefined });
  const withBody = fc.oneof(
    { weight: 10, arbitrary: right },
    { weight: 1, arbitrary: wrongKind },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: none },
  );
  const query = route.query === undefined ? fc.constant<unknown>({}) : valuesOf(route.query);
  return fc
    .record({
      id: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: fc.constantFrom(...oddIds) },
      ),
      query: fc.oneof(
        { weight: 6, arbitrary: query.map(formText) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('page=1&page=2', 'page[]=1', '__proto__=1', '%', '&&=', 'q=%00'),
        },
      ),
      sent: route.method === 'GET' ? none : withBody,
      headers: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
        { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
      ),
    })
    .map(({ sent, ...call }) => ({ ...call, ...sent }));
}

const jsonText = (value: unknown): string => JSON.stringify(value) ?? '';

/** A form or query: what is no list of fields is one odd field. */
function formText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `odd=${encodeURIComponent(wellFormed(value))}`;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(each))}`)
    .join('&')
    .slice(0, 12_000);
}

function wellFormed(value: unknown): string {
  return (typeof value === 'string' ? value : jsonText(value)).toWellFormed();
}

export type Answered = { status: number; text: string; type: string };

export async function send(
  server: HttpServer,
  route: RouteShape,
  call: FuzzedCall,
  from: { headers: Record<string, string>; address: string },
): Promise<Answered> {
  const path = route.path.replace('{id}', call.id);
  const response = await server.inject({
    method: route.method,
    url: `/api${path}${call.query === '' ? '' : `?${call.query}`}`,
    remoteAddress: from.address,
    headers: {
      ...call.headers,
      ...from.headers,
      ...(call.contentType === undefined ? {} : { 'content-type': call.contentType }),
    },
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  });
  const type = String(response.headers['content-type'] ?? '');
  return { status: response.statusCode, text: response.body, type };
}

const codes: ReadonlyMap<string, number> = new Map(
  Object.entries(errorCodes).map(([code, { status }]) => [code, status]),
);
/** Words of our tools that no customer should read. */
const jargon =
  /\.ts:\d|node_modules|ZodError|expected .*received|Invalid (?:input|string|option): |Too (?:big|small): |match pattern|SQLSTATE|violates|syntax error|relation "|undefined is not|Cannot read prop|\bat async\b/;

/** Never a 500, never a word of our tools; a refusal is one of the contract's. */
export function expectDecent({ status, text, type }: Answered): void {
  expect(status, text).not.toBe(500);
  expect(text).not.toMatch(jargon);
  if (status < 400) return;
  expect(type).toMatch(/^application\/json/);
  const refusal = errorResponse.parse(JSON.parse(text));
  expect(codes.get(refusal.code), refusal.code).toBe(status);
  expect(refusal.detail).toMatch(/^\S/);
}
