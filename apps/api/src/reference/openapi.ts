// The customers' calls as an OpenAPI 3.1 document, made from the contract alone: what it says is what the server
// checks. Pure.
import { errorAnswer, errorCodes, type RouteDefinition, routes } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };
type Content = Record<string, { schema: JsonSchema }>;
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>;
};
export type OpenApi = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: JsonSchema;
};

/** What is told about files is told in place of their bytes. */
const fileTypes: Partial<Record<string, string>> = {
  downloadUsage: 'text/csv',
  getReceipt: 'application/pdf',
};

const description = [
  'Sign in with `POST /auth/login`, which takes a form where other calls take JSON',
  '(`curl -d username=NAME -d password=PASSWORD …/api/auth/login`), and send the token of the answer with every call:',
  '`Authorization: Bearer <access_token>`. It is valid for seven days or until you sign out.',
  'Instants are ISO 8601 in UTC, money is in cents. A refusal is `{ "detail", "code" }`, and `fields` where a form',
  'is at fault: `detail` is for people, `code` for programs. `429` says in `Retry-After` when to try again;',
  '`503` says the same where we are away for a moment: what was asked may or may not have been done. Repeat it;',
  '`POST /orders` with the same `Idempotency-Key` makes no second order.',
].join(' ');

/** `publicUrl` is the site's origin. */
export function createOpenApi(publicUrl: string): OpenApi {
  const named = Object.entries(routes as Record<string, RouteDefinition>);
  const paths: OpenApi['paths'] = {};
  for (const [name, route] of named) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '1', description },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...new Set(named.map(([, route]) => tagOf(route)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { access_token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema() },
      responses: {
        Refused: {
          description: 'The call was refused.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

function describe(name: string, route: RouteDefinition): Operation {
  const parameters = [...parametersOf('path', route.params), ...parametersOf('query', route.query)];
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary: route.summary,
    security: route.caller === 'customer' ? [{ access_token: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route, route.body) }),
    responses: { ...answerOf(name, route), default: { $ref: '#/components/responses/Refused' } },
  };
}

function bodyOf(route: RouteDefinition, body: z.ZodType): { required: boolean; content: Content } {
  const kind = route.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const required = !body.safeParse(undefined).success;
  return { required, content: { [kind]: { schema: schemaOf(body, 'input') } } };
}

function answerOf(name: string, route: RouteDefinition): Operation['responses'] {
  if (route.answerKind === 'file') {
    const type = fileTypes[name] ?? 'application/octet-stream';
    return { 200: { description: 'The file.', content: { [type]: { schema: { type: 'string' } } } } };
  }
  const schema = schemaOf(route.answer, 'output');
  if (schema['type'] === 'null') return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): Parameter[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || needed.includes(name),
    schema: each,
  }));
}

/** `/phone-assignments/{id}/hand-back` belongs to "phone assignments". */
function tagOf(route: RouteDefinition): string {
  return (route.path.split('/')[1] ?? '').replace(/\.\w+$/, '').replaceAll('-', ' ');
}

function errorSchema(): JsonSchema {
  const schema = schemaOf(errorAnswer, 'output');
  const code = { type: 'string', enum: Object.keys(errorCodes) };
  return { ...schema, properties: { ...(schema['properties'] as JsonSchema), code } };
}

/** What is checked by code alone is described by its type. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format says it better than the expression that checks it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // A later version may tell more.
      delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema;
  return described;
}
