// The recipient on the receipts of a workspace, beside the buyer's name.
import { z } from 'zod';
import { defineRoute } from './route.ts';

/** Receipts are printed with a font that has the letters of Western European languages. */
const printable = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest} characters`)
    .regex(/^[\n\u0020-\u007e\u00a0-\u00ff]*$/, 'Use Latin letters: receipts can’t print others');

export const billingDetails = z.object({
  company: printable(100).regex(/^[^\n]*$/, 'Write the company in one line'),
  /** Up to five lines. */
  address: printable(300).refine((text) => text.split('\n').length <= 5, 'Use at most five lines'),
  tax_id: printable(40).regex(/^[^\n]*$/, 'Write the tax ID in one line'),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const getBillingDetails = defineRoute({
  method: 'GET',
  path: '/auth/billing-details',
  caller: 'customer',
  needs: ['billing'],
  summary:
    'Company, address and tax ID for the receipts of the workspace; empty texts where nothing was given.',
  response: billingDetails,
});

export const updateBillingDetails = defineRoute({
  method: 'PATCH',
  path: '/auth/billing-details',
  caller: 'customer',
  needs: ['billing'],
  summary:
    'Change them. Receipts of orders that are paid later have them; earlier receipts stay as they are.',
  body: billingDetails,
  response: billingDetails,
});
