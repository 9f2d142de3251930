// HTTP routes of registration, email verification and forgotten passwords.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { register, registrationTasks, requestLink, resetPassword, verifyEmail } from './registration.ts';

export function registerRegistration({ deps, implement, tasks }: AppParts): void {
  tasks.push(...registrationTasks(deps));
  implement(routes.register, ({ body, address }) => register(deps, body, { address }));
  implement(routes.verifyEmail, async ({ body, address }) => {
    const outcome = await verifyEmail(deps, body, { address });
    return outcome === 'already'
      ? { message: 'Your email address is already verified.', already_verified: true }
      : { message: 'Your email address is verified.', already_verified: false };
  });
  implement(routes.resendVerification, async ({ body, address }) => {
    await requestLink(deps, 'verification', body.email, { address });
    return { message: 'If this address waits for verification, a new link is on its way.' };
  });
  implement(routes.forgotPassword, async ({ body, address }) => {
    await requestLink(deps, 'reset', body.email, { address });
    return { message: 'If there is an account with this address, a reset link is on its way.' };
  });
  implement(routes.resetPassword, async ({ body, address }) => {
    await resetPassword(deps, body, { address });
    return { message: 'Password reset successfully!' };
  });
}
