import { ApiError } from '@pocketfleet/client';
import { QueryClient } from '@tanstack/react-query';

/** Refusals are final; a request without a response is retried twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTransient,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 5_000),
      },
      mutations: { retry: false },
    },
  });
}
