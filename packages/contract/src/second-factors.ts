// Second factors of customers: passkeys, authenticator codes, recovery codes; and the second step of a sign-in.
import { z } from 'zod';
import { signedIn } from './accounts.ts';
import { id, instant, okResponse, typedPassword } from './fields.ts';
import { webauthnOptions } from './refusal-details.ts';
import { defineRoute } from './route.ts';

const nameMissing = 'Enter a name, such as the device that you use.';
const name = z
  .string({ error: nameMissing })
  .trim()
  .min(1, nameMissing)
  .max(60, 'A name has at most 60 characters.')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A name is a single line of text.');

const codeMissing = 'Enter the code.';
/** Six digits of an authenticator, or a recovery code; blanks and dashes don't count. */
const code = z
  .string({ error: codeMissing })
  .trim()
  .min(1, codeMissing)
  .max(40, 'This is too long for a code.');

const binary = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/)
  .max(16_384);
const credentialId = binary.min(1).max(1_400);
const publicKeyCredential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
};
/** PublicKeyCredential of `navigator.credentials.get`, as its `toJSON()`. */
const assertion = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.nullish(),
  }),
});
/** PublicKeyCredential of `navigator.credentials.create`, as its `toJSON()`. */
const registration = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});

export const recoveryCodeCount = 10;
export const maxSecondFactors = 10;

export const secondFactor = z.object({
  id,
  kind: z.enum(['passkey', 'authenticator']),
  name: z.string(),
  created_at: instant,
  /** Null: never. */
  last_used_at: instant.nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const recoveryCodes = z.array(z.string());
const confirmed = z.object({
  factor: secondFactor,
  /** Shown this once, and only with the account's first factor. */
  recovery_codes: recoveryCodes.nullable(),
});

/** Changes need one of these: the password again, a code, or a passkey that has signed what `askForPasskey` answered. */
const proof = {
  current_password: typedPassword.optional(),
  code: code.optional(),
  assertion: assertion.optional(),
};
const own = { caller: 'customer', needs: 'person' } as const;
const one = { params: z.object({ id }) } as const;

const brokenChallenge = 'This sign-in isn’t complete. Enter your password again.';

export const enterSecondFactor = defineRoute({
  method: 'POST',
  path: '/auth/second-factor',
  caller: 'visitor',
  summary: 'Finish a sign-in that was refused with second_factor_required: by a code, or by a passkey.',
  body: z.object({
    challenge: z.string({ error: brokenChallenge }).min(16, brokenChallenge).max(256, brokenChallenge),
    code: code.optional(),
    assertion: assertion.optional(),
  }),
  response: signedIn,
});

export const listSecondFactors = defineRoute({
  ...own,
  method: 'GET',
  path: '/auth/second-factors',
  summary: 'Your second factors, the oldest first, and how many recovery codes are left.',
  response: z.object({ factors: z.array(secondFactor), recovery_codes_left: z.int() }),
});

export const askForPasskey = defineRoute({
  ...own,
  method: 'POST',
  path: '/auth/second-factors/passkeys/ask',
  summary:
    'What one of your passkeys signs to confirm a change of your second factors, within 5 minutes. An earlier one of this session ends.',
  response: z.object({ options: webauthnOptions }),
});

export const addAuthenticator = defineRoute({
  ...own,
  method: 'POST',
  path: '/auth/second-factors/authenticators',
  summary: 'Begin to add an authenticator. It counts once a code of it was confirmed, within 15 minutes.',
  body: z.object({ name, ...proof }),
  response: z.object({ id, otpauth_uri: z.string(), secret: z.string() }),
});

export const confirmAuthenticator = defineRoute({
  ...own,
  ...one,
  method: 'POST',
  path: '/auth/second-factors/{id}/confirm-code',
  summary: 'Confirm a new authenticator with a code of it. With the first factor, your other sessions end.',
  body: z.object({ code }),
  response: confirmed,
});

export const addPasskey = defineRoute({
  ...own,
  method: 'POST',
  path: '/auth/second-factors/passkeys',
  summary: 'Begin to add a passkey. It counts once the browser has made it, within 15 minutes.',
  body: z.object({ name, ...proof }),
  response: z.object({ id, options: webauthnOptions }),
});

export const confirmPasskey = defineRoute({
  ...own,
  ...one,
  method: 'POST',
  path: '/auth/second-factors/{id}/confirm-passkey',
  summary: 'Confirm a new passkey. With the first factor, your other sessions end.',
  body: z.object({ registration }),
  response: confirmed,
});

export const renameSecondFactor = defineRoute({
  ...own,
  ...one,
  method: 'PATCH',
  path: '/auth/second-factors/{id}',
  summary: 'Rename one of your second factors.',
  body: z.object({ name }),
  response: secondFactor,
});

export const removeSecondFactor = defineRoute({
  ...own,
  ...one,
  method: 'POST',
  path: '/auth/second-factors/{id}/remove',
  summary: 'Remove a second factor. With the last one, the recovery codes end as well.',
  body: z.object(proof),
  response: okResponse,
});

export const renewRecoveryCodes = defineRoute({
  ...own,
  method: 'POST',
  path: '/auth/recovery-codes',
  summary: 'Make new recovery codes, shown this once; the earlier ones end.',
  body: z.object(proof),
  response: z.object({ recovery_codes: recoveryCodes }),
});
