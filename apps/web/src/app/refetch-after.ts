import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * TanStack Query reuses a request in flight when its query is invalidated, if it is the query's first one or `cancelRefetch`
 * is false. Its response may be older than the change. Here the query is then fetched once more after that response.
 */
export function refetchAfterRunning(client: QueryClient): void {
  const invalidate = client.invalidateQueries.bind(client);
  const again = new Map<Query, Promise<void>>();
  const refetchAfter = (query: Query): Promise<void> => {
    const settled = Promise.resolve(query.promise).then(
      () => undefined,
      () => undefined,
    );
    const refetched = settled.then(() => {
      again.delete(query);
      return invalidate({ predicate: (each) => each === query });
    });
    again.set(query, refetched);
    return refetched;
  };
  client.invalidateQueries = async (filters = {}, options = {}) => {
    const { refetchType: _, ...which } = filters;
    const reused = client
      .getQueryCache()
      .findAll({ ...which, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined || options.cancelRefetch === false);
    const later = reused.map((query) => again.get(query) ?? refetchAfter(query));
    await Promise.all([invalidate(filters, options), ...later]);
  };
}
