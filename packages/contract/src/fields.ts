// Field schemas that several calls share. What they refuse and the sentences are in `rules` (spec section 5).
import {
  emailTrouble,
  firstNameTrouble,
  lastNameTrouble,
  passwordTrouble,
  termsVersion as presentTerms,
  referrerTrouble,
  termsChanged,
  typedPasswordTrouble,
  usernameTrouble,
} from '@pocketfleet/rules';
import { z } from 'zod';

const forgottenMissing = 'Email address is required';

export const id = z.uuid();
/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

const instantMessage = 'Give a date and time between 2000 and 2100, for example 2030-01-31T12:00:00Z';
const firstMs = Date.UTC(2000, 0, 1);
const endMs = Date.UTC(2101, 0, 1);
/** As an instant is asked for: one that the database and every calculation can hold. */
export const givenInstant = z.iso.datetime({ offset: true, error: instantMessage }).refine((text) => {
  const ms = Date.parse(text);
  // No place on Earth is further from UTC; PostgreSQL refuses what is 16 hours and more.
  const offsetHours = Number(/[+-](\d\d):\d\d$/.exec(text)?.[1] ?? 0);
  return ms >= firstMs && ms < endMs && offsetHours <= 14;
}, instantMessage);

/** A text that one of the shared rules judges; the rule's sentence is the issue's message. */
function judged(missing: string, trouble: (value: string) => string | undefined) {
  return z.string({ error: missing }).superRefine((value, context) => {
    const message = trouble(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

const trimmed = (text: string) => text.trim();

export const username = judged('Username is required', usernameTrouble);
export const firstName = judged('First name is required', firstNameTrouble).transform(trimmed);
export const lastName = judged('Last name is required', lastNameTrouble).transform(trimmed);
export const email = judged('Email is required', emailTrouble).transform(trimmed);
/** The page for a forgotten password says it differently (spec section 5). */
export const forgottenEmail = judged(forgottenMissing, (value) =>
  emailTrouble(value, forgottenMissing),
).transform(trimmed);
export const newPassword = judged('Password is required', passwordTrouble);
/** A password as typed at sign-in: only bounded, never judged. */
export const typedPassword = judged('Password is required', typedPasswordTrouble);
/** An empty one is none. */
export const referrer = judged('Please enter a valid username or email address', referrerTrouble).transform(
  (value) => value.trim() || undefined,
);

/** Of the terms that the visitor agreed to: the present one, or none where there were none to tick. */
export const termsVersion = judged(termsChanged, (value) =>
  value === presentTerms ? undefined : termsChanged,
);

const brokenVerificationLink = 'This verification link is invalid or has expired.';
/** As the link that confirms an address carries it. */
export const verificationToken = z
  .string({ error: brokenVerificationLink })
  .min(16, brokenVerificationLink)
  .max(256, brokenVerificationLink);

const brokenResetLink = 'Invalid reset link. Please request a new password reset.';
/** As the link for a new password carries it: without it there is nothing to ask for (spec section 5). */
export const resetToken = z
  .string({ error: brokenResetLink })
  .min(16, brokenResetLink)
  .max(256, brokenResetLink);

/** Page query of list calls; query strings carry text, so numbers are coerced. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
});

/** What every page of a list says about the whole. */
export const pageFields = {
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
  total_pages: z.number().int(),
};

export const okAnswer = z.object({ message: z.string() });
