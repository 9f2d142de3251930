// The customers' calls for programmers, as an OpenAPI document and as a page to read. Both are made once, at start.
import type { AppParts } from '../app-parts.ts';
import { createOpenApi } from './openapi.ts';
import { renderReference } from './reference-page.ts';

const cacheControl = 'public, max-age=300';
type Reference = { readonly json: string; readonly page: string };
/** By the public address: making them is three quarters of the work of an app's start, and tests start many apps. */
const made = new Map<string, Reference>();

export function registerReference({ deps, site }: AppParts): void {
  const { publicUrl } = deps.config;
  const { json, page } = made.get(publicUrl) ?? makeReference(publicUrl);
  made.set(publicUrl, { json, page });
  site.get('/openapi.json', (_request, reply) =>
    reply.type('application/json').header('cache-control', cacheControl).send(json),
  );
  site.get('/api-reference', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', cacheControl).send(page),
  );
}

function makeReference(publicUrl: string): Reference {
  const document = createOpenApi(publicUrl);
  return { json: JSON.stringify(document), page: renderReference(document) };
}
