// HTTP routes of registration, email verification and forgotten passwords.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { cookieName, cookieText, readCookie } from '../platform/cookies.ts';
import { checkResetLink, resetPassword } from './forgotten-password.ts';
import { lockAccount } from './lock-account.ts';
import { mailedLinkTasks, requestLink, verifyHours } from './mailed-links.ts';
import { deviceTokenOf, knownDeviceS } from './open-session.ts';
import { register } from './registration.ts';
import { verifyEmail } from './verify-email.ts';

export function registerRegistration({ deps, implement, tasks }: AppParts): void {
  tasks.push(...mailedLinkTasks(deps));
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const registrationCookie = cookieName('registration', isHttps);
  const registrationOptions = { maxAgeS: verifyHours * 3_600, isHttps };
  implement(routes.register, async ({ body, address, setCookie }) => {
    const { user, browserSecret } = await register(deps, body, { address });
    setCookie(cookieText(registrationCookie, browserSecret, registrationOptions));
    return user;
  });
  implement(routes.verifyEmail, async ({ body, address, userAgent, cookies, setCookie }) => {
    const browserSecret = readCookie(cookies, registrationCookie);
    const { isFirst, session } = await verifyEmail(deps, body, { address, userAgent, browserSecret });
    if (session !== undefined) {
      setCookie(cookieText(registrationCookie, null, registrationOptions));
      const known = deviceTokenOf(session.access_token);
      setCookie(cookieText(cookieName('known_device', isHttps), known, { maxAgeS: knownDeviceS, isHttps }));
    }
    const message = isFirst ? 'Your email address is verified.' : 'Your email address is already verified.';
    return { message, already_verified: !isFirst, ...(session === undefined ? {} : { session }) };
  });
  implement(routes.resendVerification, async ({ body, address }) => {
    await requestLink(deps, 'verification', body.email, { address });
    return { message: 'If this address still needs to be verified, a new link is on its way.' };
  });
  implement(routes.forgotPassword, async ({ body, address }) => {
    await requestLink(deps, 'reset', body.email, { address });
    return { message: 'If there is an account with this address, a reset link is on its way.' };
  });
  implement(routes.checkResetLink, async ({ body, address }) => {
    await checkResetLink(deps, body, { address });
    return { message: 'This link is valid.' };
  });
  implement(routes.lockAccount, async ({ body, address }) => {
    await lockAccount(deps, body, { address });
    return { message: 'Your account is locked. Choose a new password to use it again.' };
  });
  implement(routes.resetPassword, async ({ body, address }) => {
    await resetPassword(deps, body, { address });
    return { message: 'Password reset successfully!' };
  });
}
