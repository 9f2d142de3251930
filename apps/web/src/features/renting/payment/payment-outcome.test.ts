import { expect, it } from 'vitest';
import { outcomeOfIntent, outcomeOfRead, payerTrouble } from './payment-outcome.ts';

it.each([
  ['succeeded', null, { kind: 'succeeded' }],
  ['processing', null, { kind: 'processing' }],
  [
    'requires_payment_method',
    'Your card was declined.',
    { kind: 'failed', sentence: 'Your card was declined.' },
  ],
  [
    'requires_action',
    null,
    { kind: 'failed', sentence: 'Payment status: requires_action. Please try again.' },
  ],
  ['canceled', null, { kind: 'failed', sentence: 'Payment status: canceled. Please try again.' }],
])('an intent that is %s (%s) means %j', (status, refusal, outcome) => {
  expect(outcomeOfIntent({ status, refusal })).toEqual(outcome);
});

it('after lost contact an untouched intent says that nothing was charged', () => {
  const read = outcomeOfRead({ status: 'requires_payment_method', refusal: null });
  expect(read).toMatchObject({ kind: 'failed', sentence: expect.stringContaining('Nothing was charged') });
  expect(outcomeOfRead({ status: 'succeeded', refusal: null })).toEqual({ kind: 'succeeded' });
});

it.each([
  [{ token: null }, 'You are not logged in. Please log in and try again.'],
  [{ email: '' }, 'User email not available. Please log out and log back in, then try again.'],
  [{ clientSecret: '' }, 'Invalid payment intent response from server'],
  [{}, null],
])('a payer with %j is told %j', (missing, sentence) => {
  const payer = { token: 'a-token', email: 'me@example.com', clientSecret: 'pi_1_secret_a', ...missing };
  expect(payerTrouble(payer)).toBe(sentence);
});
