// The definition of a REST call as data. The server's validation, the browser's typed client, the OpenAPI document and the
// authorization tests are all made from it.
import { z } from 'zod';
import type { Needs } from './permissions.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The caller on the customer site: anybody, or a signed-in customer (bearer token). */
export type Caller = 'visitor' | 'customer';

/** `json` bodies are application/json; `form` bodies application/x-www-form-urlencoded (spec section 7, login). */
export type BodyKind = 'json' | 'form';

/** The parts that calls of customers and of operators share. */
export type RouteShape = {
  readonly method: HttpMethod;
  /** Path below the API base, with {name} parameters: "/phones/{id}/streaming-url". */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly bodyKind?: BodyKind;
  /**
   * `file` responses are sent as they are, with the name as Content-Disposition; all others as JSON. `json_or_csv`: as CSV for
   * callers whose header Accept asks for `text/csv`.
   */
  readonly responseKind?: 'json' | 'file' | 'json_or_csv';
  /** Schema of the response with status 200; `z.null()` stands for an empty 204. */
  readonly response: z.ZodType;
};

/** A call that will go: docs/use/versions.md. Days are of the form "2027-01-31". */
export type Deprecation = {
  readonly since: string;
  /** The last day on which it works: at least twelve months after `since`. */
  readonly until: string;
  /** The call to use in its place, as a sentence. */
  readonly instead: string;
};

/** A call on the customer site; those on the operators' port are in `operator-route.ts`. */
export type RouteDefinition = RouteShape & { readonly deprecated?: Deprecation } & (
    | { readonly caller: 'visitor' }
    | {
        readonly caller: 'customer';
        readonly needs: Needs;
        /** `path`: the call is about the workspace whose id is in its path, and not about the header's. */
        readonly workspaceFrom?: 'path';
        /** People may make it in a team that requires a second factor which they lack; as all calls that need `person`. */
        readonly withoutSecondFactor?: true;
      }
  );

/** The response of a route with `responseKind: 'file'`. */
export const fileResponse = z.object({
  file_name: z.string().regex(/^[\w.-]{1,100}$/),
  content_type: z.enum([
    'application/pdf',
    'text/csv; charset=utf-8',
    'image/png',
    'video/mp4',
    'application/json; charset=utf-8',
    'application/octet-stream',
  ]),
  bytes: z.instanceof(Uint8Array),
});
export type FileResponse = z.infer<typeof fileResponse>;

/** Keeps the literal types of one route definition. */
export function defineRoute<const Route extends RouteDefinition>(route: Route): Route {
  return route;
}

type SchemaOf<Route, Key extends string> = Route extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? Schema
  : undefined;

export type ResponseOf<Route extends RouteShape> = z.output<Route['response']>;
export type BodyOf<Route extends RouteShape> =
  SchemaOf<Route, 'body'> extends z.ZodType ? z.input<SchemaOf<Route, 'body'>> : undefined;
export type ParamsOf<Route extends RouteShape> =
  SchemaOf<Route, 'params'> extends z.ZodType ? z.input<SchemaOf<Route, 'params'>> : undefined;
export type QueryOf<Route extends RouteShape> =
  SchemaOf<Route, 'query'> extends z.ZodType ? z.input<SchemaOf<Route, 'query'>> : undefined;
