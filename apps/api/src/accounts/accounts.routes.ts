// HTTP edge of accounts: contract in, door, contract out.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app.ts';
import { getUser, login, logout, tunnelTokenOf } from './accounts.ts';

export function registerAccounts({ deps, implement }: AppParts): void {
  implement(routes.login, ({ body, address, userAgent }) => login(deps, body, { address, userAgent }));
  implement(routes.me, ({ caller }) => getUser(deps, caller.user_id));
  implement(routes.logout, async ({ caller }) => {
    await logout(deps, caller);
    return { message: 'Successfully logged out' };
  });
  implement(routes.tunnelDomains, ({ accessToken }) => ({
    domains: deps.config.tunnelDomains,
    token: tunnelTokenOf(accessToken),
  }));
}
