// HTTP routes of accounts.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { cookieName, cookieText, readCookie } from '../platform/cookies.ts';
import { login, logout } from './accounts.ts';
import { getBillingDetails, updateBillingDetails } from './billing.ts';
import { deviceTokenOf, knownDeviceS, tunnelTokenOf } from './open-session.ts';
import { changePassword, getProfile, updateProfile } from './profile.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';

export function registerAccounts({ deps, implement }: AppParts): void {
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const deviceCookie = cookieName('known_device', isHttps);
  implement(routes.login, async ({ body, address, userAgent, cookies, setCookie }) => {
    const deviceToken = readCookie(cookies, deviceCookie);
    const signedIn = await login(deps, body, { address, userAgent, deviceToken });
    const known = deviceTokenOf(signedIn.access_token);
    setCookie(cookieText(deviceCookie, known, { maxAgeS: knownDeviceS, isHttps }));
    return signedIn;
  });
  implement(routes.logout, async ({ caller }) => {
    await logout(deps, caller);
    return { message: 'Successfully logged out' };
  });
  implement(routes.getProfile, ({ caller }) => getProfile(deps, caller));
  implement(routes.updateProfile, ({ caller, body }) => updateProfile(deps, caller, body));
  implement(routes.getBillingDetails, ({ caller }) => getBillingDetails(deps, caller.workspace_id));
  implement(routes.updateBillingDetails, ({ caller, body }) =>
    updateBillingDetails(deps, caller.workspace_id, body),
  );
  implement(routes.changePassword, async ({ caller, body }) => {
    await changePassword(deps, caller, body);
    return { message: 'Your password was changed.' };
  });
  implement(routes.listSessions, async ({ caller }) => ({ sessions: await listSessions(deps, caller) }));
  implement(routes.endSession, async ({ caller, params }) => {
    await endSession(deps, caller, params.id);
    return { message: 'You’ve signed out that session.' };
  });
  implement(routes.endAllSessions, async ({ caller }) => {
    await endAllSessions(deps, caller);
    return { message: 'Every session was signed out.' };
  });
  implement(routes.tunnelDomains, ({ accessToken }) => ({
    domains: deps.config.tunnelDomains,
    token: tunnelTokenOf(accessToken),
  }));
}
