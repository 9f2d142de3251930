// A customer's choice when a phone of the model that they chose has failed and no other of it is free (decision 095).
import { z } from 'zod';
import { id, instant, okResponse } from './fields.ts';
import { defineRoute } from './route.ts';

/** An open choice. Without an answer by `decide_by`, the rest is refunded. */
export const replacementChoice = z.object({
  assignment_id: id,
  device_id: id,
  tag: z.string(),
  /** The model that was chosen, of which no phone is free. */
  model: z.string(),
  order_number: z.string(),
  starts_at: instant,
  expires_at: instant,
  decide_by: instant,
  /** The money that the refund gives back now, in integer cents. */
  refund_amount: z.number().int().nonnegative(),
  /** The other models with phones that are free for the rest of the rental. */
  models: z.array(
    z.object({ model: z.string(), android_versions: z.array(z.string()), free: z.number().int().positive() }),
  ),
});
export type ReplacementChoice = z.infer<typeof replacementChoice>;

export const listReplacementChoices = defineRoute({
  method: 'GET',
  path: '/replacement-choices',
  caller: 'customer',
  needs: ['rent'],
  summary: 'Failed phones for which no other of the chosen model is free: what the caller can choose.',
  response: z.array(replacementChoice),
});

export const chooseReplacement = defineRoute({
  method: 'POST',
  path: '/phone-assignments/{id}/choose-replacement',
  caller: 'customer',
  needs: ['rent'],
  summary:
    'Choose another model for a failed phone, or the refund of the rest. 409 short_of_phones when that model was taken meanwhile, conflict when there is nothing to choose any more.',
  params: z.object({ id }),
  body: z.discriminatedUnion('choice', [
    z.object({ choice: z.literal('model'), model: z.string().min(1).max(100) }),
    z.object({ choice: z.literal('refund') }),
  ]),
  response: okResponse,
});
