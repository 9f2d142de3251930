// Mails about accounts. Their links contain a secret that can be used once.
import { brand } from '@pocketfleet/rules';
import { type MailContent, panelUrl, withoutLinks } from '../mail/mail.ts';
import type { InWorkspace, OwnKey, OwnProgram } from './sessions.sql.ts';

type Person = { first_name: string; email: string };

export function verifyEmailMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Verify your email for ${brand.name}`,
    title: 'Confirm your email address',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      `Thank you for joining ${brand.name}. There’s one step left: please confirm that this address is yours.`,
    ],
    button: {
      label: 'Verify email',
      url: linkTo(publicUrl, '/verify-email', secret, person.email),
      isOneTime: true,
    },
    notes: ['The link is valid for 48 hours.', 'If you didn’t create an account, you can ignore this email.'],
  };
}

export function welcomeMail(
  person: { first_name: string; username: string; email: string },
  publicUrl: string,
): MailContent {
  return {
    subject: `Welcome to ${brand.name}`,
    title: `Welcome to ${brand.name}`,
    greeting: greetingTo(person.first_name),
    paragraphs: [
      'Your account is ready. Rent phones by card and use them at once, or contact our team for bulk orders, bank transfers and cryptocurrency.',
    ],
    button: { label: 'Rent your first phone', url: `${publicUrl}/rent` },
    facts: [
      ['Username', person.username],
      ['Email', person.email],
    ],
    notes: [
      `Questions? Write to ${brand.salesEmail} at any time. The team typically responds within ${brand.salesAnswerHours} hours.`,
    ],
  };
}

export function resetPasswordMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Reset your ${brand.name} password`,
    title: 'Choose a new password',
    greeting: greetingTo(person.first_name),
    paragraphs: ['We received a request to reset your password.'],
    button: {
      label: 'Choose a new password',
      url: linkTo(publicUrl, '/reset-password', secret, person.email),
      isOneTime: true,
    },
    notes: [
      'This link expires in 1 hour and can be used once.',
      'If you didn’t request this, you can ignore this email. Your password won’t change.',
    ],
  };
}

/**
 * `keys`, `programs`: those that go on working, because nobody types a password there. `stoppedEmail`: the unconfirmed new address of an open change. It
 * is cancelled, because somebody with the old password may have requested it. `lockSecret`: of the link that locks the account.
 */
export function passwordChangedMail(
  person: Person,
  publicUrl: string,
  {
    stoppedEmail,
    keys,
    programs,
    lockSecret,
  }: {
    stoppedEmail: string | null;
    keys: readonly OwnKey[];
    programs: readonly OwnProgram[];
    lockSecret: string;
  },
): MailContent {
  return {
    subject: `Your ${brand.name} password was changed`,
    title: 'Your password was changed',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      'The password of your account was just changed, and all other sessions were signed out.',
      'If this was you, you don’t need to do anything. If it wasn’t, lock your account now: this signs out everybody, and then you choose a new password.',
      ...(keys.length === 0
        ? []
        : [
            'Your keys still work. Revoke those that you don’t know or no longer need.',
            ...linksToEach(keys, publicUrl, '/programs/keys'),
          ]),
      ...(programs.length === 0
        ? []
        : [
            'Your connected programs still work, too. Disconnect those that you don’t know.',
            ...linksToEach(programs, publicUrl, '/programs/connected'),
          ]),
    ],
    facts: [
      ...keys.map((key) => [withoutLinks(key.name), `${key.shown}${ofTeam(key)}`] as const),
      ...programs.map((program) => {
        const machine = withoutLinks(program.machine) || 'connected program';
        return [program.name, `${machine}${ofTeam(program)}`] as const;
      }),
    ],
    button: {
      label: 'Lock my account',
      url: linkTo(publicUrl, '/lock-account', lockSecret, person.email),
      isOneTime: true,
    },
    notes: [
      ...(stoppedEmail === null
        ? []
        : [
            `We have also stopped the change of your email address to ${stoppedEmail}, and its link no longer works. If you requested that change, enter the new address in your settings again.`,
          ]),
      'The link is valid for 48 hours.',
    ],
  };
}

/** The page of each workspace that has some of these. */
function linksToEach(things: readonly InWorkspace[], publicUrl: string, path: string): string[] {
  const places = new Map(things.map((each) => [each.workspace_id, each]));
  return [...places.values()].map((place) => {
    const name = place.team === null ? 'Your personal account' : `Team ${withoutLinks(place.team)}`;
    return `${name}: ${panelUrl({ publicUrl, ...place }, path)}`;
  });
}

function ofTeam({ team }: InWorkspace): string {
  return team === null ? '' : `, team ${withoutLinks(team)}`;
}

export function usernameChangedMail(
  person: { first_name: string; username: string },
  publicUrl: string,
): MailContent {
  return {
    subject: `Your ${brand.name} username was changed`,
    title: 'Your username was changed',
    greeting: greetingTo(person.first_name),
    paragraphs: [`Please use your new username from now on to sign in.`],
    facts: [['Username', person.username]],
    button: { label: 'This wasn’t me', url: `${publicUrl}/forgot-password` },
    notes: ['If this was you, you don’t need to do anything.'],
  };
}

/** To the new address, which is used once its link is opened. */
export function confirmEmailMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Confirm your new email for ${brand.name}`,
    title: 'Confirm your new email address',
    greeting: greetingTo(person.first_name),
    paragraphs: ['You asked to use this address for your account. Please confirm it’s yours.'],
    button: {
      label: 'Confirm email',
      url: linkTo(publicUrl, '/verify-email', secret, person.email),
      isOneTime: true,
    },
    notes: [
      'The link is valid for 48 hours. Until you open it, your account keeps the old address.',
      'If you didn’t request this, you can ignore this email.',
    ],
  };
}

/** To the old address, when the change is requested. */
export function emailChangeRequestedMail(person: Person, newEmail: string, publicUrl: string): MailContent {
  return {
    subject: `Change of your email address for ${brand.name}`,
    title: 'Your email address is about to change',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      `A new address was entered in your account. It will replace this one as soon as it is confirmed.`,
    ],
    facts: [
      ['Now', person.email],
      ['New', newEmail],
    ],
    button: { label: 'This wasn’t me', url: `${publicUrl}/forgot-password` },
    notes: [
      'If this was you, you don’t need to do anything. If not, reset your password to cancel the change.',
    ],
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
    title: 'Your email address was changed',
    greeting: greetingTo(person.first_name),
    paragraphs: [`From now on your account uses the new address.`],
    facts: [
      ['Before', person.old_email],
      ['Now', person.new_email],
    ],
    button: { label: 'View your settings', url: `${publicUrl}/settings` },
    notes: [
      isOld
        ? `If this wasn’t you, write to ${brand.salesEmail} at once, because links for a new password now go to the new address.`
        : 'If this was you, you don’t need to do anything.',
    ],
  };
}

/**
 * The first name is used only if it looks like a name: registering with another person's address must not be a way to send
 * them text or links.
 */
export function greetingTo(firstName: string): string {
  return /^[\p{L}\p{M}' \u2019-]{1,40}$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,';
}

function linkTo(publicUrl: string, path: string, secret: string, email: string): string {
  return `${publicUrl}${path}?${new URLSearchParams({ token: secret, email })}`;
}
