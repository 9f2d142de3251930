// Field schemas that several calls share. Sentences are the spec's (section 5).
import { z } from 'zod';

export const id = z.uuid();
/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

export const username = z
  .string({ error: 'Username is required' })
  .min(1, 'Username is required')
  .max(64, 'Username can be at most 64 characters long')
  .regex(/^[a-z0-9._]+$/, 'Username can only contain lowercase letters, numbers, periods, and underscores');

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(255, 'Email too long')
  .pipe(z.email('Please enter a valid email address'));

export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters long')
  .max(128, 'Password can be at most 128 characters long');

/** A password as typed at sign-in: only bounded, never judged. */
export const typedPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(128, 'Password can be at most 128 characters long');

export const opaqueToken = z.string().min(16).max(256);

/** Page query of list calls; query strings carry text, so numbers are coerced. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
});

export const okAnswer = z.object({ message: z.string() });
