// The customers' calls as an OpenAPI 3.1 document, made from the contract alone, so that it names exactly what the server
// checks. Pure.
import {
  accessPermissions,
  type Deprecation,
  type Needs,
  type RouteDefinition,
  type RouteName,
  routes,
} from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { bodyExamples } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import { refusalResponses, refusalsOf } from './refusals.ts';
import { nameSchemas } from './schema-names.ts';
import { tagDescriptions, tagOf } from './tags.ts';
import { webhookOperations } from './webhook-operations.ts';
import { describeWebsockets } from './websocket-descriptions.ts';

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
/** The parts of an operation that this file fills: narrower than the library's type, so that the page can read them. */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  /** Of a call that will go. */
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content; $ref?: string }>;
};
export type OpenApi = {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  'x-websockets': Record<string, JsonSchema>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, { description: string }>;
  };
};

/** The types of the files that calls answer with; their bytes have no schema. */
const fileTypes: Partial<Record<string, string>> = {
  downloadUsage: 'text/csv',
  getReceipt: 'application/pdf',
  getRecordedVideo: 'application/octet-stream',
  exportRecording: 'application/octet-stream',
};

/** Markdown: paragraphs, and code between backquotes. */
const description = [
  [
    'Send a key with every call: `Authorization: Bearer pf_live_…`. You make keys on the page Programs, and each may do',
    'what it was given. Programs of others ask for access by OAuth. `POST /auth/login` is for people: it takes a form where',
    'other calls take JSON, and its token is valid for seven days or until they sign out.',
  ],
  [
    'A call is about your personal phones and orders. To work in a team, name it in the header `Pocketfleet-Workspace`.',
    'Instants are ISO 8601 in UTC, money is in cents.',
  ],
  [
    'A refusal is `{ "detail", "code" }`, and `fields` where a form is at fault: `detail` is for people, `code` for',
    'programs. With `Accept: application/problem+json` it has the form of RFC 9457.',
  ],
  [
    '`429` says in `Retry-After` when to try again. `X-RateLimit-Limit`, `-Remaining` and `-Reset` (seconds) of each answer',
    'say how many calls of this minute are left.',
  ],
  [
    '`503` says in `Retry-After` when to try again, too: we were away for a moment, and the call may or may not have been',
    'done. Calls that cost money take an `Idempotency-Key` (1 to 255 visible characters), and the same key makes no second',
    'order.',
  ],
]
  .map((lines) => lines.join(' '))
  .join('\n\n');

/** `publicUrl` is the site's origin. */
export function createOpenApi(publicUrl: string): OpenApi {
  nameSchemas();
  const named = Object.entries(routes as Record<string, RouteDefinition>);
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, route] of named) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  const document: unknown = createDocument(
    {
      openapi: '3.1.0',
      info: { title: `${brand.name} API`, version: '1', description },
      servers: [{ url: `${publicUrl}/api` }],
      tags: [...new Set([...named.map(([, route]) => tagOf(route)), 'webhook events'])].map((name) => ({
        name,
        ...(tagDescriptions[name] !== undefined && { description: tagDescriptions[name] }),
      })),
      paths,
      webhooks: webhookOperations(),
      'x-websockets': describeWebsockets(),
      components: { securitySchemes: securitySchemes(publicUrl), responses: refusalResponses() },
    },
    { override },
  );
  return document as OpenApi;
}

function securitySchemes(publicUrl: string): Record<string, ZodOpenApiSecuritySchemeObject> {
  const scopes = Object.fromEntries(accessPermissions.map((each) => [each, `The permission “${each}”.`]));
  return {
    access_token: {
      type: 'http',
      scheme: 'bearer',
      description: 'A key (`pf_live_…`), or the token of a person who has signed in.',
    },
    oauth: {
      type: 'oauth2',
      description: 'Access that a person has given to a program. The scopes are the permissions.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${publicUrl}/oauth/authorize`,
          tokenUrl: `${publicUrl}/oauth/token`,
          refreshUrl: `${publicUrl}/oauth/token`,
          scopes,
        },
      },
    },
  };
}

export function operationOf(name: string, route: RouteDefinition): ZodOpenApiOperationObject {
  const { params, query, body } = route;
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary: route.summary,
    ...(route.deprecated && { deprecated: true, description: describeEnd(route.deprecated) }),
    security: securityOf(route),
    ...((params || query || isScoped(route) || isKeyed(name)) && {
      requestParams: {
        ...((isScoped(route) || isKeyed(name)) && {
          header: isKeyed(name) ? workspaceHeaders.extend(keyHeaders.shape) : workspaceHeaders,
        }),
        ...(params && { path: params as z.ZodObject }),
        ...(query && { query: query as z.ZodObject }),
      },
    }),
    ...(body && { requestBody: requestBodyOf(name, route, body) }),
    responses: { ...responseOf(name, route), ...refusalsOf(route) },
  };
}

function describeEnd({ since, until, instead }: Deprecation): string {
  return `Deprecated since ${since}, works until ${until}. ${instead}`;
}

/** A person's own account is for people alone; every other call is open to keys and connected programs too. */
function securityOf(route: RouteDefinition): Operation['security'] {
  if (route.caller === 'visitor') return [];
  const scopes = scopesOf(route.needs);
  const isForPrograms = route.needs !== 'person' && route.needs !== 'guest';
  return [{ access_token: scopes }, ...(isForPrograms ? [{ oauth: scopes }] : [])];
}

/** The permissions that a key needs for a call, by the names that roles and keys have them under. */
function scopesOf(needs: Needs): string[] {
  return typeof needs === 'string' ? [] : [...needs];
}

/** Calls about a person's own account are the same in all of their workspaces. */
function isScoped(route: RouteDefinition): boolean {
  return route.caller === 'customer' && route.needs !== 'person';
}

const workspaceHeaders = z.object({
  'Pocketfleet-Workspace': z
    .uuid()
    .optional()
    .describe('A team of the caller. Left out: their personal one.'),
});

function requestBodyOf(name: string, route: RouteDefinition, schema: z.ZodType): ZodOpenApiRequestBodyObject {
  const type = route.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const example = bodyExamples[name as RouteName];
  return {
    required: !schema.safeParse(undefined).success,
    content: { [type]: { schema, ...(example !== undefined && { example }) } },
  };
}

function responseOf(name: string, route: RouteDefinition): ZodOpenApiOperationObject['responses'] {
  if (route.responseKind === 'file') {
    const type = fileTypes[name] ?? 'application/octet-stream';
    return {
      200: {
        description: 'The file.',
        content: { [type]: { schema: { type: 'string', format: 'binary', contentMediaType: type } } },
      },
    };
  }
  if (route.responseKind === 'json_or_csv') {
    const content = {
      'application/json': { schema: route.response },
      'text/csv': { schema: { type: 'string' as const } },
    };
    return { 200: { description: 'Done.', content } };
  }
  if (route.response instanceof z.ZodNull) return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: { 'application/json': { schema: route.response } } } };
}

/** Calls that place an order or open a payment: the server keeps the key of a first attempt. */
function isKeyed(name: string): boolean {
  return name === 'createOrder' || /^create\w*Intent$/.test(name);
}

const keyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The same key with the same body gives the same order; with another body it is refused.'),
});

const override: ZodOpenApiOverride = ({ jsonSchema }) => {
  // The format is easier to read than the pattern that checks it.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A later version may answer with more fields.
  delete jsonSchema.additionalProperties;
};
