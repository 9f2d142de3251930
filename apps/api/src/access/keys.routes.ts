// HTTP routes of keys.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { changeLimits } from './key-limits.ts';
import { keyTasks } from './keys.jobs.ts';
import { type KeysDeps, listKeys, makeKey, revokeKey, rotateKey } from './keys.ts';
import { takeOverKey } from './take-over.ts';

export function registerKeys(
  { deps: appDeps, implement, tasks }: AppParts,
  listOwnPhones: KeysDeps['listOwnPhones'],
): void {
  const deps = { ...appDeps, listOwnPhones };
  tasks.push(...keyTasks(deps));
  implement(routes.listKeys, async ({ caller }) => ({
    keys: await listKeys(deps, caller),
    can_give: { permissions: [...caller.permissions], all_phones: caller.phones === 'all' },
  }));
  implement(routes.makeKey, ({ caller, body }) => makeKey(deps, caller, body));
  implement(routes.changeKey, ({ caller, params, body }) =>
    changeLimits(deps, caller, { key_id: params.id, ...body }),
  );
  implement(routes.rotateKey, ({ caller, params }) => rotateKey(deps, caller, params.id));
  implement(routes.takeOverKey, ({ caller, params }) => takeOverKey(deps, caller, params.id));
  implement(routes.revokeKey, async ({ caller, params }) => {
    await revokeKey(deps, caller, params.id);
    return { message: 'The key was revoked.' };
  });
}
