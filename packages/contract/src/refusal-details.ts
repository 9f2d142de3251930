// Data that some refusals carry beside code and sentence. Apart from the routes that answer them, because every call reads refusals:
// otherwise the smallest page would load the schemas of orders and accounts.
import { z } from 'zod';
import { instant } from './fields.ts';

export const modelAvailability = z.object({
  model: z.string(),
  /** Free for the whole period, however many are asked for. */
  free: z.number().int().nonnegative(),
  /** How many of this model the selection has chosen. */
  chosen: z.number().int().nonnegative(),
  /** When that many are free; the selection's own start when they are, null when they aren't within six months. */
  next_available_start: instant.nullable(),
});
export type ModelAvailability = z.infer<typeof modelAvailability>;

export const availability = z.object({
  available: z.boolean(),
  available_phones_count: z.number().int().nonnegative(),
  next_available_start: instant.nullable(),
  message: z.string(),
  /** Each model of the stock, for a selection with `models`. */
  models: z.array(modelAvailability).optional(),
});

export type Availability = z.infer<typeof availability>;

/** The options of the browser's WebAuthn call (`PublicKeyCredential.parse…OptionsFromJSON`). */
export const webauthnOptions = z.looseObject({ challenge: z.string() });

/** The ways that a refused sign-in can go on with. */
export const secondFactorMethods = ['passkey', 'code', 'recovery_code'] as const;
/** Of a refusal with `second_factor_required`. */
export const secondFactorDue = z.object({
  challenge: z.string(),
  methods: z.array(z.enum(secondFactorMethods)),
  passkey: webauthnOptions.nullable(),
});
export type SecondFactorDue = z.infer<typeof secondFactorDue>;
