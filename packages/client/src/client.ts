import type { ResponseOf, RouteName, routes } from '@pocketfleet/contract';
import type { CallInput, ClientOptions } from './call-by-name.ts';

export type Client = {
  /** Throws ApiError, or the signal's reason when the caller has aborted the call. */
  call<Name extends RouteName>(
    name: Name,
    input?: CallInput<Name>,
  ): Promise<ResponseOf<(typeof routes)[Name]>>;
};

export function createClient(options: ClientOptions): Client {
  return {
    async call(name, input = {}) {
      // Loaded with the first call, so that a page that calls nothing doesn't load the schemas.
      const { callByName } = await import('./call-by-name.ts');
      return callByName(options, name, input);
    },
  };
}
