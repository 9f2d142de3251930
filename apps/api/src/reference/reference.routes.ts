// The customers' calls for programmers, as an OpenAPI document and as a page to read. Both are made once, when somebody first
// asks for one of them: making them is a sixth of a node's start.
import type { AppParts } from '../app-parts.ts';
import { once } from '../platform/once.ts';

const cacheControl = 'public, max-age=300';

export function registerReference({ deps, site }: AppParts): void {
  const made = once(async () => {
    const [{ createOpenApi }, { renderReference }] = await Promise.all([
      import('./openapi.ts'),
      import('./reference-page.ts'),
    ]);
    const document = createOpenApi(deps.config.publicUrl);
    return { json: JSON.stringify(document), page: renderReference(document) };
  });
  site.get('/openapi.json', async (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', cacheControl)
      .send((await made()).json),
  );
  site.get('/api-reference', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', cacheControl)
      .send((await made()).page),
  );
}
