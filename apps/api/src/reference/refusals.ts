// The refusals of calls as responses of the document: each status with its codes, its body and its headers. Pure.
import { errorCodes, errorResponse, type RouteDefinition } from '@pocketfleet/contract';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';

const errorSchema = errorResponse
  .extend({ code: z.enum(Object.keys(errorCodes) as [string, ...string[]]) })
  .meta({ id: 'Error' });

const problemSchema = errorSchema
  .extend({ type: z.string(), title: z.string(), status: z.int() })
  .meta({ id: 'Problem', description: 'RFC 9457, for callers whose Accept names application/problem+json.' });

const meanings: Record<number, string> = {
  400: 'The input is not valid. `fields` has a message for each wrong field.',
  401: 'No valid key or token.',
  403: 'It may not be done by this caller.',
  404: 'There is no such thing, or it isn’t the caller’s.',
  409: 'It can’t be done now, as things stand.',
  413: 'The request is too large.',
  415: 'The content type is not supported.',
  429: 'Too many requests. Nothing was done: repeat it after `Retry-After`.',
  500: 'Something went wrong on our side.',
  502: 'The phone, or its host, did not answer as expected.',
  503: 'We are away for a moment. What was asked may or may not have been done.',
  504: 'The phone took too long.',
};

const whole = (description: string) => ({ description, schema: { type: 'integer' as const, minimum: 0 } });

const retryAfter = { 'Retry-After': whole('Seconds until the call may be repeated.') };
/** The tightest of the limits of address, credential and workspace. */
const limitHeaders = {
  'X-RateLimit-Limit': whole('Requests a minute.'),
  'X-RateLimit-Remaining': whole('How many are left of it.'),
  'X-RateLimit-Reset': whole('Seconds until all are there again.'),
};

/** By status, for `components.responses`. */
export function refusalResponses(): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    statuses().map((status) => {
      const codes = codesOf(status);
      const headers = {
        ...limitHeaders,
        ...((status === 429 || status === 503) && retryAfter),
      };
      return [
        refusalName(status),
        {
          description: `${meanings[status] ?? 'Refused.'} \`code\`: ${codes.join(', ')}.`,
          headers,
          content: {
            'application/json': { schema: errorSchema, example: exampleOf(codes[0] ?? '') },
            'application/problem+json': { schema: problemSchema },
          },
        },
      ];
    }),
  );
}

/** The refusals that a call can meet. */
export function refusalsOf(route: RouteDefinition): Record<string, never> {
  const hasInput = route.params !== undefined || route.query !== undefined || route.body !== undefined;
  const changes = route.method !== 'GET';
  const may: Record<number, boolean> = {
    400: hasInput,
    401: route.caller === 'customer' || route.path.startsWith('/auth/'),
    403: route.caller === 'customer' || changes,
    404: route.params !== undefined,
    409: changes || route.path.startsWith('/devices/'),
    413: route.body !== undefined,
    415: route.body !== undefined,
    502: route.path.startsWith('/devices/'),
    504: route.path.startsWith('/devices/'),
  };
  const met = statuses().filter((status) => may[status] ?? true);
  return Object.fromEntries(
    met.map((status) => [
      String(status),
      { $ref: `#/components/responses/${refusalName(status)}` } as unknown as never,
    ]),
  );
}

function statuses(): number[] {
  return [...new Set(Object.values(errorCodes).map(({ status }) => status))].sort((a, b) => a - b);
}

function codesOf(status: number): string[] {
  return Object.entries(errorCodes).flatMap(([code, each]) => (each.status === status ? [code] : []));
}

function exampleOf(code: string): object {
  return { detail: errorCodes[code as keyof typeof errorCodes]?.detail ?? '', code };
}

function refusalName(status: number): string {
  return `Refused${status}`;
}
