import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { deleteSecret, listSecrets, makeSecret } from './secrets.ts';

export function registerSecrets({ deps, implement }: AppParts): void {
  implement(routes.listSecrets, async ({ caller }) => ({
    secrets: await listSecrets(deps, caller),
    can_have_all_phones: caller.phones === 'all',
  }));
  implement(routes.makeSecret, ({ caller, body }) => makeSecret(deps, caller, body));
  implement(routes.deleteSecret, async ({ caller, params }) => {
    await deleteSecret(deps, caller, params.id);
    return { message: 'The secret was deleted.' };
  });
}
