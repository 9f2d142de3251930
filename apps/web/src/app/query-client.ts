import { ApiError } from '@pocketfleet/client';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { teamId } from '../team.ts';
import { refetchAfterRunning } from './refetch-after.ts';

/** Refusals are final; a request without a response is retried twice. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The cached data of one team is never shown in another's.
        queryKeyHashFn: (key) => hashKey([teamId, key]),
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTransient,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 5_000),
      },
      // By default, a mutation waits while the browser is offline, and is sent when the line is back and nobody expects it any more.
      // It fails at once instead, and its form says why and keeps what was typed.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  refetchAfterRunning(client);
  return client;
}
