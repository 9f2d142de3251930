// The contact form: spec sections 2, 5, 7.
import { withoutInvisible } from '@pocketfleet/rules';
import { z } from 'zod';
import { okResponse } from './fields.ts';
import { defineRoute } from './route.ts';

/**
 * Control characters and direction marks are removed, because they would reach mail headers and reverse the text around the
 * name. A line break becomes a blank.
 */
const nameText = z
  .string({ error: 'Name must be at least 2 characters' })
  .transform((text) => withoutInvisible(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim());

export const contactMessage = z.object({
  name: nameText.pipe(z.string().min(2, 'Name must be at least 2 characters').max(100, 'Name too long')),
  email: z
    .string({ error: 'Invalid email address' })
    .trim()
    .max(255, 'Email too long')
    .pipe(z.email('Invalid email address')),
  message: z
    .string({ error: 'Message must be at least 10 characters' })
    .trim()
    .min(10, 'Message must be at least 10 characters')
    .max(1000, 'Message too long'),
});

export const sendContactMessage = defineRoute({
  method: 'POST',
  path: '/contact',
  caller: 'visitor',
  summary: 'A message to our team.',
  body: contactMessage.extend({
    /** A hidden field, which only robots fill in. */
    website: z.string().max(2_000).optional(),
    /** Milliseconds from the first input to sending: robots are fast. */
    filled_in_ms: z.number().int().nonnegative().optional(),
  }),
  response: okResponse,
});
