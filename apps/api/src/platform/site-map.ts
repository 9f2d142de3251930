// The sitemap and robots.txt. They are made here and not at build, because only the running product knows its origin.
import type { HttpServer } from './http-server.ts';

/** `paths` are the pages that were rendered at build. */
export function serveSiteMap(site: HttpServer, publicUrl: string, paths: readonly string[]): void {
  const entries = [...paths].sort().map((path) => `  <url><loc>${new URL(path, publicUrl).href}</loc></url>`);
  const siteMap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /frame/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  site.get('/sitemap.xml', (_request, reply) => reply.type('application/xml').send(siteMap));
  site.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(robots.join('\n')));
}
