// Accounts: spec sections 3, 5 and 7; spec-decisions 1-8.
import { z } from 'zod';
import { email, id, instant, newPassword, okAnswer, opaqueToken, typedPassword, username } from './fields.ts';
import { defineRoute } from './route.ts';

export const user = z.object({
  id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: instant,
});
export type User = z.infer<typeof user>;

const personName = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(100, 'Name too long');

const registrationFields = {
  username,
  email,
  password: newPassword,
  referrer: z.string().trim().max(255).optional(),
  /** Version of the terms that the visitor agreed to. */
  terms_version: z.string().max(32).optional(),
};

/** Both spellings of the names are read (spec section 3: both exist); the answer is in snake_case. */
export const registration = z.union([
  z.object({
    ...registrationFields,
    first_name: personName('First name is required'),
    last_name: personName('Last name is required'),
  }),
  z.object({
    ...registrationFields,
    firstName: personName('First name is required'),
    lastName: personName('Last name is required'),
  }),
]);

export const login = defineRoute({
  method: 'POST',
  path: '/auth/login',
  caller: 'visitor',
  summary: 'Sign in with username and password; the answer holds the access token.',
  bodyKind: 'form',
  body: z.object({
    username: z.string({ error: 'Username is required' }).min(1, 'Username is required').max(255),
    password: typedPassword,
  }),
  answer: z.object({ access_token: z.string(), token_type: z.literal('bearer'), expires_at: instant }),
});

export const register = defineRoute({
  method: 'POST',
  path: '/auth/register',
  caller: 'visitor',
  summary: 'Create an account; a verification mail follows.',
  body: registration,
  answer: user,
});

export const me = defineRoute({
  method: 'GET',
  path: '/auth/me',
  caller: 'customer',
  summary: 'The signed-in customer.',
  answer: user,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  caller: 'customer',
  summary: 'End this access token and all that was opened with it.',
  answer: okAnswer,
});

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/auth/forgot-password',
  caller: 'visitor',
  summary: 'Mail a reset link. The answer is the same for unknown addresses.',
  body: z.object({ email }),
  answer: okAnswer,
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/auth/reset-password',
  caller: 'visitor',
  summary: 'Set a new password with a mailed link.',
  body: z.object({ token: opaqueToken, email, new_password: newPassword }),
  answer: okAnswer,
});

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/auth/verify-email',
  caller: 'visitor',
  summary: 'Confirm an address with a mailed link.',
  body: z.object({ token: opaqueToken, email }),
  answer: okAnswer,
});

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/auth/resend-verification',
  caller: 'visitor',
  summary: 'Mail the verification link again. The answer is the same for unknown addresses.',
  body: z.object({ email }),
  answer: okAnswer,
});

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/auth/me',
  caller: 'customer',
  summary: 'Change the profile; a new address counts once its mailed link is opened.',
  body: z.object({
    current_password: typedPassword,
    first_name: personName('First name is required').optional(),
    last_name: personName('Last name is required').optional(),
    username: username.optional(),
    email: email.optional(),
  }),
  answer: user.extend({ pending_email: z.string().nullable() }),
});

export const changePassword = defineRoute({
  method: 'POST',
  path: '/auth/change-password',
  caller: 'customer',
  summary: 'Change the password; every other session ends.',
  body: z.object({ current_password: typedPassword, new_password: newPassword }),
  answer: okAnswer,
});

export const tunnelDomains = defineRoute({
  method: 'GET',
  path: '/tunnel-domains',
  caller: 'customer',
  summary: 'Public names of our relay nodes and a token that opens streams and shells only.',
  answer: z.object({ domains: z.array(z.string()), token: z.string() }),
});
