// Mails about second factors: the owner gets one for each change, so that nobody else's goes unnoticed.
import { brand } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';
import { greetingTo } from './account-mails.ts';

type Person = { first_name: string };

const notYou = `If this wasn’t you, change your password at once, and write to ${brand.salesEmail}.`;
const settingsOf = (publicUrl: string) => ({
  label: 'View your settings',
  url: `${publicUrl}/settings?tab=security`,
});

export function factorAddedMail(
  person: Person,
  { kind, name, isFirst }: { kind: 'passkey' | 'authenticator'; name: string; isFirst: boolean },
  publicUrl: string,
): MailContent {
  return {
    subject: `${kind === 'passkey' ? 'A passkey' : 'An authenticator'} was added to your ${brand.name} account`,
    title: 'A second factor was added',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      kind === 'passkey'
        ? 'From now on you can sign in with this passkey after your password.'
        : 'From now on you can sign in with codes of this authenticator after your password.',
      ...(isFirst
        ? [
            'Your password alone no longer signs in. All other sessions were signed out. Keep your recovery codes in a safe place.',
          ]
        : []),
    ],
    facts: [['Name', name]],
    button: settingsOf(publicUrl),
    notes: ['If this was you, you don’t need to do anything.', notYou],
  };
}

export function factorRemovedMail(
  person: Person,
  { name, isLast }: { name: string; isLast: boolean },
  publicUrl: string,
): MailContent {
  return {
    subject: `A second factor was removed from your ${brand.name} account`,
    title: 'A second factor was removed',
    greeting: greetingTo(person.first_name),
    paragraphs: isLast
      ? [
          'It was the last one: from now on your password alone signs in, and your recovery codes no longer work.',
        ]
      : ['Your other second factors still work.'],
    facts: [['Name', name]],
    button: settingsOf(publicUrl),
    notes: ['If this was you, you don’t need to do anything.', notYou],
  };
}

/** Our team has removed all, because the customer had lost them. */
export function factorsRemovedByTeamMail(person: Person, publicUrl: string): MailContent {
  return {
    subject: `Our team removed the second factors of your ${brand.name} account`,
    title: 'Your second factors were removed',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      'You told us that you can’t use them any more, so our team removed your passkeys, authenticators and recovery codes.',
      'Your password alone signs in now. Please add a new second factor soon.',
    ],
    button: settingsOf(publicUrl),
    notes: [`If you didn’t ask for this, write to ${brand.salesEmail} at once, and change your password.`],
  };
}

export function recoveryCodesRenewedMail(person: Person, publicUrl: string): MailContent {
  return {
    subject: `New recovery codes for your ${brand.name} account`,
    title: 'You have new recovery codes',
    greeting: greetingTo(person.first_name),
    paragraphs: ['The earlier recovery codes no longer work.'],
    button: settingsOf(publicUrl),
    notes: ['If this was you, you don’t need to do anything.', notYou],
  };
}

/** `left`: those that were not used. */
export function recoveryCodeUsedMail(
  person: Person,
  { left, usedFor }: { left: number; usedFor: 'sign_in' | 'change' },
  publicUrl: string,
): MailContent {
  const rest =
    left === 0
      ? 'It was the last one. Make new ones now, so that you can sign in when your second factor is lost.'
      : `${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.`;
  return {
    subject: `A recovery code of your ${brand.name} account was used`,
    title: left === 0 ? 'Your last recovery code was used' : 'A recovery code was used',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      usedFor === 'sign_in'
        ? 'Somebody signed in to your account with your password and a recovery code.'
        : 'Somebody who is signed in to your account confirmed a change of your account with a recovery code.',
      rest,
    ],
    button: settingsOf(publicUrl),
    notes: ['If this was you, you don’t need to do anything.', notYou],
  };
}

export function wrongCodesMail(person: Person, publicUrl: string): MailContent {
  return {
    subject: `Wrong codes for your ${brand.name} account`,
    title: 'Somebody entered your password and wrong codes',
    greeting: greetingTo(person.first_name),
    paragraphs: [
      'Somebody entered the right password of your account, and then five wrong codes. They were not signed in.',
      'If this wasn’t you, your password is known to somebody else: please change it now.',
    ],
    button: settingsOf(publicUrl),
    notes: ['You get this mail at most once a day.'],
  };
}
