// Accounts: spec sections 3, 5 and 7.
import { z } from 'zod';
import {
  email,
  firstName,
  forgottenEmail,
  id,
  instant,
  lastName,
  newPassword,
  okResponse,
  referrer,
  resetToken,
  termsVersion,
  typedPassword,
  username,
  verificationToken,
} from './fields.ts';
import { defineRoute } from './route.ts';
import { workspace } from './workspaces.ts';

export const user = z.object({
  id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Ours always have one; the settings say N/A without it (spec section 2, /settings). */
  created_at: instant.nullish(),
});
export type User = z.infer<typeof user>;

const registrationFields = {
  username,
  email,
  password: newPassword,
  referrer: referrer.optional(),
  terms_version: termsVersion.optional(),
};

/** Both spellings of the names are read (spec section 3: both exist); the response is in snake_case. */
export const registration = z.union([
  z.object({
    ...registrationFields,
    first_name: firstName,
    last_name: lastName,
  }),
  z.object({
    ...registrationFields,
    firstName: firstName,
    lastName: lastName,
  }),
]);

export const signedIn = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: instant,
});

/** The signed-in customer with their workspaces. */
const signedInUser = user.extend({ workspaces: z.array(workspace) });
export type SignedInUser = z.infer<typeof signedInUser>;

export const login = defineRoute({
  method: 'POST',
  path: '/auth/login',
  caller: 'visitor',
  summary: 'Sign in with username or email address, and password; the response holds the access token.',
  bodyKind: 'form',
  body: z.object({
    username: z.string({ error: 'Username is required' }).min(1, 'Username is required').max(255),
    password: typedPassword,
  }),
  response: signedIn,
});

export const register = defineRoute({
  method: 'POST',
  path: '/auth/register',
  caller: 'visitor',
  summary: 'Create an account; a verification mail follows.',
  body: registration,
  response: user,
});

export const me = defineRoute({
  method: 'GET',
  path: '/auth/me',
  caller: 'customer',
  needs: 'principal',
  withoutSecondFactor: true,
  summary: 'The signed-in customer, with their workspaces: the personal one first, then the teams by name.',
  response: signedInUser,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  caller: 'customer',
  needs: 'person',
  summary: 'End this access token and everything that was opened with it.',
  response: okResponse,
});

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/auth/forgot-password',
  caller: 'visitor',
  summary: 'Mail a reset link. The response is the same for unknown addresses.',
  body: z.object({ email: forgottenEmail }),
  response: okResponse,
});

export const checkResetLink = defineRoute({
  method: 'POST',
  path: '/auth/check-reset-link',
  caller: 'visitor',
  summary: 'Whether a mailed reset link can still be used. Does not use it.',
  body: z.object({ token: resetToken, email }),
  response: okResponse,
});

export const lockAccount = defineRoute({
  method: 'POST',
  path: '/auth/lock-account',
  caller: 'visitor',
  summary: 'Sign out everywhere and refuse the password, with the link of the mail about a changed password.',
  body: z.object({ token: resetToken, email }),
  response: okResponse,
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/auth/reset-password',
  caller: 'visitor',
  summary: 'Set a new password with a mailed link.',
  body: z.object({ token: resetToken, email, new_password: newPassword }),
  response: okResponse,
});

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/auth/verify-email',
  caller: 'visitor',
  summary: 'Confirm an address with a mailed link; opened again, it says that the address is verified.',
  body: z.object({ token: verificationToken, email }),
  /**
   * `already_verified`: the address was verified before this call. `session`: only in the browser that registered, by its
   * cookie.
   */
  response: okResponse.extend({ already_verified: z.boolean(), session: signedIn.optional() }),
});

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/auth/resend-verification',
  caller: 'visitor',
  summary: 'Mail the verification link again. The response is the same for unknown addresses.',
  body: z.object({ email }),
  response: okResponse,
});

/** The profile with the new address that waits for its link to be opened, if any. */
const profile = user.extend({ pending_email: z.string().nullable() });
export type Profile = z.infer<typeof profile>;

export const getProfile = defineRoute({
  method: 'GET',
  path: '/auth/profile',
  caller: 'customer',
  needs: 'person',
  summary: 'The signed-in customer, with a new address that waits for confirmation.',
  response: profile,
});

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/auth/me',
  caller: 'customer',
  needs: 'person',
  summary: 'Change the profile; a new address counts once its mailed link is opened.',
  body: z.object({
    current_password: typedPassword,
    first_name: firstName.optional(),
    last_name: lastName.optional(),
    username: username.optional(),
    email: email.optional(),
  }),
  response: profile,
});

export const changePassword = defineRoute({
  method: 'POST',
  path: '/auth/change-password',
  caller: 'customer',
  needs: 'person',
  summary: 'Change the password; every other session ends.',
  body: z.object({ current_password: typedPassword, new_password: newPassword }),
  response: okResponse,
});

export const session = z.object({
  id,
  created_at: instant,
  /** At most five minutes behind. */
  last_used_at: instant,
  expires_at: instant,
  /** The browser's own name; may be empty. */
  user_agent: z.string(),
  /** The session that asks. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = defineRoute({
  method: 'GET',
  path: '/auth/sessions',
  caller: 'customer',
  needs: 'person',
  summary: 'Where the account is signed in, newest first; at most 100.',
  response: z.object({ sessions: z.array(session) }),
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  caller: 'customer',
  needs: 'person',
  summary: 'End one session of the account and all that was opened with it.',
  params: z.object({ id }),
  response: okResponse,
});

export const endAllSessions = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions',
  caller: 'customer',
  needs: 'person',
  summary: 'Sign out everywhere, this session included.',
  response: okResponse,
});

export const tunnelDomains = defineRoute({
  method: 'GET',
  path: '/tunnel-domains',
  caller: 'customer',
  needs: 'person',
  summary: 'Public names of our relay nodes and a token that opens streams and shells only.',
  response: z.object({ domains: z.array(z.string()), token: z.string() }),
});
