// Facts about the built site that the server needs: the addresses that have a page, and the hashes of its inline scripts. The
// build writes both beside the site, so that server and browser always agree.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const siteFacts = z.object({
  routes: z.array(z.string().startsWith('/')).min(1),
  inline_scripts: z.array(z.string().regex(/^sha256-[\w+/]{43}=$/)),
});

export type SiteFacts = {
  /** True when a path, as a request names it, has a page. */
  isPage(path: string): boolean;
  /** In the form of the content security policy, without quotes. */
  scriptHashes: readonly string[];
};

/** Fails when the built site has no facts. */
export async function readSiteFacts(root: string): Promise<SiteFacts> {
  const text = await readFile(`${root}/.site.json`, 'utf8').catch((cause: unknown) => {
    throw new Error(`there is no .site.json in ${root}`, { cause });
  });
  const { routes, inline_scripts } = siteFacts.parse(JSON.parse(text));
  const patterns = routes.map(matcherOf);
  return {
    isPage: (path) => patterns.some((pattern) => pattern.test(path)),
    scriptHashes: inline_scripts,
  };
}

/** Empty without a site. */
export async function readScriptHashes(webDist: string | undefined): Promise<readonly string[]> {
  return webDist === undefined ? [] : (await readSiteFacts(webDist)).scriptHashes;
}

/** Matches like the browser's router: `:id` is any one part, `?` makes a part optional, case is ignored. */
function matcherOf(route: string): RegExp {
  const parts = route.split('/').filter((part) => part !== '');
  const source = parts.map((part) => {
    const isOptional = part.endsWith('?');
    const name = isOptional ? part.slice(0, -1) : part;
    const text = name.startsWith(':') ? '[^/]+' : name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return isOptional ? `(?:/${text})?` : `/${text}`;
  });
  return new RegExp(`^${source.join('')}/?$`, 'i');
}
