// HTTP routes of second factors.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { cookieName, cookieText, readCookie } from '../platform/cookies.ts';
import { askForPasskey } from './confirm-caller.ts';
import { deviceTokenOf, knownDeviceS } from './open-session.ts';
import {
  addAuthenticator,
  addPasskey,
  confirmAuthenticator,
  confirmPasskey,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
  sealAuthenticators,
} from './second-factors.ts';
import { enterSecondFactor } from './second-step.ts';

export async function registerSecondFactors({ deps, implement }: AppParts): Promise<void> {
  await sealAuthenticators(deps);
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const deviceCookie = cookieName('known_device', isHttps);
  implement(routes.enterSecondFactor, async ({ body, address, userAgent, cookies, setCookie }) => {
    const deviceToken = readCookie(cookies, deviceCookie);
    const signedIn = await enterSecondFactor(deps, body, { address, userAgent, deviceToken });
    const known = deviceTokenOf(signedIn.access_token);
    setCookie(cookieText(deviceCookie, known, { maxAgeS: knownDeviceS, isHttps }));
    return signedIn;
  });
  implement(routes.listSecondFactors, ({ caller }) => listSecondFactors(deps, caller));
  implement(routes.askForPasskey, async ({ caller }) => ({
    options: { ...(await askForPasskey(deps, caller)) },
  }));
  implement(routes.addAuthenticator, ({ caller, body }) => addAuthenticator(deps, caller, body));
  implement(routes.confirmAuthenticator, ({ caller, params, body }) =>
    confirmAuthenticator(deps, caller, params.id, body.code),
  );
  implement(routes.addPasskey, async ({ caller, body }) => {
    const { id, options } = await addPasskey(deps, caller, body);
    return { id, options: { ...options } };
  });
  implement(routes.confirmPasskey, ({ caller, params, body }) =>
    confirmPasskey(deps, caller, params.id, body.registration),
  );
  implement(routes.renameSecondFactor, ({ caller, params, body }) =>
    renameSecondFactor(deps, caller, params.id, body.name),
  );
  implement(routes.removeSecondFactor, async ({ caller, params, body }) => {
    await removeSecondFactor(deps, caller, params.id, body);
    return { message: 'The second factor was removed.' };
  });
  implement(routes.renewRecoveryCodes, ({ caller, body }) => renewRecoveryCodes(deps, caller, body));
}
