import type { Page, Route } from 'playwright-core';

/** Holds the calls of the page until the test sends them to the server or responds itself. */
export async function holdCalls(
  where: Page,
  url: string,
): Promise<{ letGo(): Promise<void>; answer(status: number): Promise<void> }> {
  const { promise: decision, resolve: decide } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await where.route(url, async (route) => {
    const finish = await decision;
    await finish(route);
  });
  return {
    letGo: async () => decide((route) => route.continue()),
    answer: async (status) => decide((route) => route.fulfill({ status, body: '' })),
  };
}
