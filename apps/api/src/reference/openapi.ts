// The customers' calls as an OpenAPI 3.1 document, made from the contract alone, so that it names exactly what the server
// checks. Pure.
import { errorCodes, errorResponse, type Needs, type RouteDefinition, routes } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi';

export type JsonSchema = { [key: string]: unknown };
type Content = Record<string, { schema: JsonSchema }>;
/** The parts of an operation that this file fills: narrower than the library's type, so that the page can read them. */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type OpenApi = {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
};

/** The types of the files that calls answer with; their bytes have no schema. */
const fileTypes: Partial<Record<string, string>> = {
  downloadUsage: 'text/csv',
  getReceipt: 'application/pdf',
};

const description = [
  'Sign in with `POST /auth/login`, which takes a form where other calls take JSON',
  '(`curl -d username=NAME -d password=PASSWORD …/api/auth/login`), and send the token of the answer with every call:',
  '`Authorization: Bearer <access_token>`. It is valid for seven days or until you sign out.',
  'A call is about your personal phones and orders. To work in a team, name it in the header `Pocketfleet-Workspace`.',
  'Instants are ISO 8601 in UTC, money is in cents. A refusal is `{ "detail", "code" }`, and `fields` where a form',
  'is at fault: `detail` is for people, `code` for programs. `429` says in `Retry-After` when to try again;',
  '`503` says the same where we are away for a moment: what was asked may or may not have been done. Repeat it;',
  '`POST /orders` with the same `Idempotency-Key` makes no second order.',
].join(' ');

/** `publicUrl` is the site's origin. */
export function createOpenApi(publicUrl: string): OpenApi {
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
      tags: [...new Set(named.map(([, route]) => tagOf(route)))].map((name) => ({ name })),
      paths,
      components: {
        securitySchemes: { access_token: { type: 'http', scheme: 'bearer' } },
        responses: {
          Refused: {
            description: 'The call was refused.',
            content: { 'application/json': { schema: errorSchema } },
          },
        },
      },
    },
    { override },
  );
  return document as OpenApi;
}

const errorSchema = errorResponse
  .extend({ code: z.enum(Object.keys(errorCodes) as [string, ...string[]]) })
  .meta({ id: 'Error' });

function operationOf(name: string, route: RouteDefinition): ZodOpenApiOperationObject {
  const { params, query, body } = route;
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary: route.summary,
    security: route.caller === 'customer' ? [{ access_token: scopesOf(route.needs) }] : [],
    ...((params || query || isScoped(route)) && {
      requestParams: {
        ...(isScoped(route) && { header: workspaceHeaders }),
        ...(params && { path: params as z.ZodObject }),
        ...(query && { query: query as z.ZodObject }),
      },
    }),
    ...(body && { requestBody: requestBodyOf(route, body) }),
    responses: { ...responseOf(name, route), default: { $ref: '#/components/responses/Refused' } as never },
  };
}

/** What a key needs for a call: the permissions, by the names that roles and keys have them under. */
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

function requestBodyOf(route: RouteDefinition, schema: z.ZodType): ZodOpenApiRequestBodyObject {
  const type = route.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: !schema.safeParse(undefined).success, content: { [type]: { schema } } };
}

function responseOf(name: string, route: RouteDefinition): ZodOpenApiOperationObject['responses'] {
  if (route.responseKind === 'file') {
    const type = fileTypes[name] ?? 'application/octet-stream';
    return { 200: { description: 'The file.', content: { [type]: { schema: { type: 'string' } } } } };
  }
  if (route.response instanceof z.ZodNull) return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: { 'application/json': { schema: route.response } } } };
}

/** `/phone-assignments/{id}/hand-back` belongs to "phone assignments". */
function tagOf(route: RouteDefinition): string {
  return (route.path.split('/')[1] ?? '').replace(/\.\w+$/, '').replaceAll('-', ' ');
}

const override: ZodOpenApiOverride = ({ jsonSchema }) => {
  // The format is easier to read than the pattern that checks it.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A later version may answer with more fields.
  delete jsonSchema.additionalProperties;
};
