import type { Browser, BrowserContext } from 'playwright-core';

/** One browser for all files of a lane; each file uses it as if it were its own. */
export function shareBrowser(launch: () => Promise<Browser>): () => Promise<Browser> {
  let running: Promise<Browser> | undefined;
  return async () => {
    if (running === undefined || !(await running).isConnected()) running = launch();
    return lend(await running);
  };
}

/** Its close() closes the contexts that were opened through it; the browser stays for the next file. */
function lend(browser: Browser): Browser {
  const contexts = new Set<BrowserContext>();
  const keep = (context: BrowserContext): void => {
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
  };
  const own: Partial<Browser> = {
    async newContext(options) {
      const context = await browser.newContext(options);
      keep(context);
      return context;
    },
    async newPage(options) {
      const page = await browser.newPage(options);
      keep(page.context());
      return page;
    },
    contexts: () => [...contexts],
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' && !(name in own) ? value.bind(target) : value;
    },
  });
}
