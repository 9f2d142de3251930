// One REST call as data. From this table come the server's validation, the browser's typed client, the
// OpenAPI document and the authorisation matrix of the tests; nothing about a call is said anywhere else.
import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call: anybody, a signed-in customer (bearer token), or a signed-in operator. */
export type Caller = 'visitor' | 'customer';

/** `json` bodies are application/json; `form` bodies application/x-www-form-urlencoded (spec section 7, login). */
export type BodyKind = 'json' | 'form';

export type RouteDefinition = {
  readonly method: HttpMethod;
  /** Path below the API base, with {name} parameters: "/phones/{id}/streaming-url". */
  readonly path: string;
  readonly caller: Caller;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly bodyKind?: BodyKind;
  /** Schema of the answer with status 200; `z.null()` stands for an empty 204. */
  readonly answer: z.ZodType;
};

/** Keeps the literal types of one route definition. */
export function defineRoute<const Route extends RouteDefinition>(route: Route): Route {
  return route;
}

type SchemaOf<Route, Key extends string> = Route extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? Schema
  : undefined;

export type AnswerOf<Route extends RouteDefinition> = z.output<Route['answer']>;
export type BodyOf<Route extends RouteDefinition> =
  SchemaOf<Route, 'body'> extends z.ZodType ? z.input<SchemaOf<Route, 'body'>> : undefined;
export type ParamsOf<Route extends RouteDefinition> =
  SchemaOf<Route, 'params'> extends z.ZodType ? z.input<SchemaOf<Route, 'params'>> : undefined;
export type QueryOf<Route extends RouteDefinition> =
  SchemaOf<Route, 'query'> extends z.ZodType ? z.input<SchemaOf<Route, 'query'>> : undefined;
