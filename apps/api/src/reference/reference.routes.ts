// The customers' calls for programmers, as an OpenAPI document and as a page to read. Both are made once, at start.
import type { AppParts } from '../app-parts.ts';
import { createOpenApi } from './openapi.ts';
import { renderReference } from './reference-page.ts';

const cacheControl = 'public, max-age=300';

export function registerReference({ deps, site }: AppParts): void {
  const document = createOpenApi(deps.config.publicUrl);
  const json = JSON.stringify(document);
  const page = renderReference(document);
  site.get('/openapi.json', (_request, reply) =>
    reply.type('application/json').header('cache-control', cacheControl).send(json),
  );
  site.get('/api-reference', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', cacheControl).send(page),
  );
}
