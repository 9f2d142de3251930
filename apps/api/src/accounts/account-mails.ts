// What accounts write to their customers. Links carry a secret that works once.
import { brand } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';

type Person = { first_name: string; email: string };

export function verifyEmailMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Verify your email for ${brand.name}`,
    greeting: `Hello ${person.first_name},`,
    paragraphs: [`Thank you for joining ${brand.name}. Please confirm that this email address is yours.`],
    button: { label: 'Verify email', url: linkTo(publicUrl, '/verify-email', secret, person.email) },
    notes: ['The link lasts 48 hours.', `If you did not create an account, you can ignore this email.`],
  };
}

export function resetPasswordMail(person: Person, secret: string, publicUrl: string): MailContent {
  return {
    subject: `Reset your ${brand.name} password`,
    greeting: `Hello ${person.first_name},`,
    paragraphs: ['Somebody, hopefully you, asked for a new password for your account.'],
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

export function passwordChangedMail(person: Person, publicUrl: string): MailContent {
  return {
    subject: `Your ${brand.name} password was changed`,
    greeting: `Hello ${person.first_name},`,
    paragraphs: ['The password of your account was just changed, and all other sessions were signed out.'],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
    notes: ['If it was you, there is nothing to do.'],
  };
}

function linkTo(publicUrl: string, path: string, secret: string, email: string): string {
  return `${publicUrl}${path}?${new URLSearchParams({ token: secret, email })}`;
}
