// The models of phones that customers can choose for a rental (decision 094).
import { z } from 'zod';
import { defineRoute } from './route.ts';

/** How many phones of one model. */
export const chosenModel = z.object({
  model: z.string({ error: 'Choose a model' }).min(1, 'Choose a model').max(100, 'Choose one of our models'),
  count: z
    .number({ error: 'Choose how many phones of this model' })
    .int('Choose how many phones of this model')
    .min(1, 'Choose at least one phone of this model')
    .max(50, 'Choose at most 50 phones of this model'),
});
export type ChosenModel = z.infer<typeof chosenModel>;

/** A model that can be chosen. */
export const phoneModel = z.object({
  model: z.string(),
  /** Its phones' Android versions, newest first; empty while none is known. */
  android_versions: z.array(z.string()),
  /** How many phones of it the stock has, free or not. */
  count: z.number().int().positive(),
});
export type PhoneModel = z.infer<typeof phoneModel>;

export const listModels = defineRoute({
  method: 'GET',
  path: '/phone-models',
  caller: 'customer',
  summary: 'The models that can be chosen for a rental.',
  response: z.array(phoneModel),
});
