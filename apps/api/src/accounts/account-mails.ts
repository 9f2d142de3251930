// Mails about accounts. Their links contain a secret that can be used once.
import { brand } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';

type Person = { first_name: string; email: string };

export function verifyEmailMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Verify your email for ${brand.name}`,
    title: 'Confirm your email address.',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      `Thank you for joining ${brand.name}. One step is left: please confirm that this address is yours.`,
    ],
    button: { label: 'Verify email', url: linkTo(publicUrl, '/verify-email', secret, person.email) },
    notes: ['The link lasts 48 hours.', 'If you did not create an account, you can ignore this email.'],
  };
}

export function welcomeMail(
  person: { first_name: string; username: string; email: string },
  publicUrl: string,
): MailContent {
  return {
    subject: `Welcome to ${brand.name}`,
    title: `Welcome to ${brand.name}.`,
    greeting: greetingTo(person.first_name),
    paragraphs: [
      'Your account is ready. Rent phones by card and use them at once, or ask our team for bulk orders, bank transfer and cryptocurrency.',
    ],
    button: { label: 'Rent your first phone', url: `${publicUrl}/rent` },
    facts: [
      ['Username', person.username],
      ['Email', person.email],
    ],
    notes: [`Questions? Write to ${brand.salesEmail}. The team answers within 24 hours.`],
  };
}

export function resetPasswordMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Reset your ${brand.name} password`,
    title: 'Choose a new password.',
    greeting: greetingTo(person.first_name),
    paragraphs: [`Somebody, hopefully you, asked for a new password for your account.`],
    button: {
      label: 'Choose a new password',
      url: linkTo(publicUrl, '/reset-password', secret, person.email),
    },
    notes: [
      'The link lasts 1 hour and works once.',
      'If it was not you, ignore this email: your password stays as it is.',
    ],
  };
}

/** `stoppedEmail`: the unconfirmed new address of an open change. It is cancelled, because somebody with the old password may have requested it. */
export function passwordChangedMail(
  person: Person,
  publicUrl: string,
  stoppedEmail: string | null,
): MailContent {
  return {
    subject: `Your ${brand.name} password was changed`,
    title: 'Your password was changed.',
    greeting: greetingTo(person.first_name),
    paragraphs: [`The password of your account was just changed, and all other sessions were signed out.`],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
    notes: [
      ...(stoppedEmail === null
        ? []
        : [
            `The change of your email address to ${stoppedEmail} was stopped with it, and its link no longer works. If you asked for it, enter the new address in your settings again.`,
          ]),
      'If it was you, there is nothing else to do.',
    ],
  };
}

export function usernameChangedMail(
  person: { first_name: string; username: string },
  publicUrl: string,
): MailContent {
  return {
    subject: `Your ${brand.name} username was changed`,
    title: 'Your username was changed.',
    greeting: greetingTo(person.first_name),
    paragraphs: [`From now on you sign in with your new username.`],
    facts: [['Username', person.username]],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
    notes: ['If it was you, there is nothing to do.'],
  };
}

/** To the new address, which is used once its link is opened. */
export function confirmEmailMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Confirm your new email for ${brand.name}`,
    title: 'Confirm your new email address.',
    greeting: greetingTo(person.first_name),
    paragraphs: [`Your account is to use this address from now on. Please confirm that it is yours.`],
    button: { label: 'Confirm email', url: linkTo(publicUrl, '/verify-email', secret, person.email) },
    notes: [
      'The link lasts 48 hours. Until you open it, the old address stays.',
      'If this means nothing to you, you can ignore this email.',
    ],
  };
}

/** To the old address, when the change is requested. */
export function emailChangeRequestedMail(person: Person, newEmail: string, publicUrl: string): MailContent {
  return {
    subject: `A new email address was asked for at ${brand.name}`,
    title: 'Your email address is about to change.',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      `A new address was entered in your account. It takes the place of this one as soon as it is confirmed.`,
    ],
    facts: [
      ['Now', person.email],
      ['New', newEmail],
    ],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
    notes: ['If it was you, there is nothing to do. Choosing a new password stops the change.'],
  };
}

/** To both addresses, once the new one is confirmed. */
export function emailChangedMail(
  person: { first_name: string; old_email: string; new_email: string },
  to: string,
  publicUrl: string,
): MailContent {
  const isOld = to === person.old_email;
  return {
    subject: `Your ${brand.name} email address was changed`,
    title: 'Your email address was changed.',
    greeting: greetingTo(person.first_name),
    paragraphs: [`From now on your account uses the new address.`],
    facts: [
      ['Before', person.old_email],
      ['Now', person.new_email],
    ],
    button: { label: 'View your settings', url: `${publicUrl}/settings` },
    notes: [
      isOld
        ? `If it was not you, write to ${brand.salesEmail} at once: links for a new password go to the new address.`
        : 'If it was you, there is nothing to do.',
    ],
  };
}

/**
 * The first name is used only if it looks like a name: registering with another person's address must not be a way to send
 * them text or links.
 */
function greetingTo(firstName: string): string {
  return /^[\p{L}\p{M}' \u2019-]{1,40}$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,';
}

function linkTo(publicUrl: string, path: string, secret: string, email: string): string {
  return `${publicUrl}${path}?${new URLSearchParams({ token: secret, email })}`;
}
