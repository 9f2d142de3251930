// Field schemas that several calls share. Their rules and sentences are in `rules` (spec section 5).
import {
  emailError,
  firstNameError,
  lastNameError,
  passwordError,
  termsVersion as presentTerms,
  referrerError,
  termsChanged,
  typedPasswordError,
  usernameError,
} from '@pocketfleet/rules';
import { z } from 'zod';

const forgottenMissing = 'Email address is required';

export const id = z.uuid();
/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

/**
 * A list of words in an answer that later versions may lengthen: words that this version doesn't know are left out, so that a
 * page, a program or a node from before an upgrade goes on reading the rest.
 */
export function knownOf<const Word extends string>(words: readonly Word[]) {
  return z
    .array(z.string())
    .transform((given) => given.filter((each): each is Word => isOneOf(words, each)))
    .pipe(z.array(z.enum(words)) as unknown as z.ZodType<Word[], Word[]>);
}

/** One word in an answer, where later versions may have more: a word that this version doesn't know is read as `otherwise`. */
export function knownWord<const Word extends string>(words: readonly Word[], otherwise: NoInfer<Word>) {
  const word = z
    .string()
    .transform((given) => (isOneOf(words, given) ? given : otherwise))
    .pipe(z.enum(words) as unknown as z.ZodType<Word, Awaited<Word>>);
  // The type says what a node has to give.
  return word as unknown as z.ZodType<Word, Word>;
}

function isOneOf<Word extends string>(words: readonly Word[], given: string): given is Word {
  return (words as readonly string[]).includes(given);
}

/**
 * A list of things in an answer, whose field `key` says of which kind they are, where later versions may have more kinds: things
 * of kinds that this version doesn't know are left out.
 */
export function knownItemsOf<Item extends z.ZodType>(item: Item, key: string, words: readonly string[]) {
  const isKnown = (given: unknown): boolean => {
    const word =
      typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[key] : undefined;
    // Anything that has no such word is no later kind, and is refused as before.
    return typeof word !== 'string' || words.includes(word);
  };
  const list = z
    .array(z.unknown())
    .transform((given) => given.filter(isKnown) as z.input<Item>[])
    .pipe(z.array(item) as z.ZodType<z.output<Item>[], z.input<Item>[]>);
  // The type says what a node has to give.
  return list as unknown as z.ZodType<z.output<Item>[], z.input<Item>[]>;
}

const instantMessage = 'Give a date and time between 2000 and 2100, for example 2030-01-31T12:00:00Z';
const firstMs = Date.UTC(2000, 0, 1);
const endMs = Date.UTC(2101, 0, 1);
/** An instant as input: within the range that the database and each calculation can represent. */
export const givenInstant = z.iso.datetime({ offset: true, error: instantMessage }).refine((text) => {
  const ms = Date.parse(text);
  // No time zone is further from UTC, and PostgreSQL refuses offsets of 16 hours and more.
  const offsetHours = Number(/[+-](\d\d):\d\d$/.exec(text)?.[1] ?? 0);
  return ms >= firstMs && ms < endMs && offsetHours <= 14;
}, instantMessage);

/** A text that one of the shared rules checks; the rule's sentence is the message of the issue. */
function judged(missing: string, findError: (value: string) => string | undefined) {
  return z.string({ error: missing }).superRefine((value, context) => {
    const message = findError(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

const trimmed = (text: string) => text.trim();

export const username = judged('Username is required', usernameError);
export const firstName = judged('First name is required', firstNameError).transform(trimmed);
export const lastName = judged('Last name is required', lastNameError).transform(trimmed);
export const email = judged('Email is required', emailError).transform(trimmed);
/** The page for a forgotten password has a sentence of its own (spec section 5). */
export const forgottenEmail = judged(forgottenMissing, (value) =>
  emailError(value, forgottenMissing),
).transform(trimmed);
export const newPassword = judged('Password is required', passwordError);
/** A password as typed at sign-in: only its length is limited. */
export const typedPassword = judged('Password is required', typedPasswordError);
/** An empty code counts as absent. */
export const referrer = judged('Please enter a valid username or email address', referrerError).transform(
  (value) => value.trim() || undefined,
);

/** The version of the terms that the visitor agreed to; absent where the form had no terms. */
export const termsVersion = judged(termsChanged, (value) =>
  value === presentTerms ? undefined : termsChanged,
);

const brokenVerificationLink = 'This verification link is invalid or has expired.';
/** The token in the link that confirms an address. */
export const verificationToken = z
  .string({ error: brokenVerificationLink })
  .min(16, brokenVerificationLink)
  .max(256, brokenVerificationLink);

const brokenResetLink = 'Invalid reset link. Please request a new password reset.';
/** The token in the link for a new password (spec section 5). */
export const resetToken = z
  .string({ error: brokenResetLink })
  .min(16, brokenResetLink)
  .max(256, brokenResetLink);

/** Page query of list calls; query strings carry text, so numbers are coerced. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
});

/** The fields about the whole list that each page of it has. */
export const pageFields = {
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
  total_pages: z.number().int(),
};

export const okResponse = z.object({ message: z.string() });
