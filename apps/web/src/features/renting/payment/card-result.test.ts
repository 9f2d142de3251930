import { expect, it } from 'vitest';
import { payerProblem, resultOfAttempt, resultOfRead } from './card-result.ts';

it.each([
  ['succeeded', null, { kind: 'succeeded' }],
  ['processing', null, { kind: 'processing' }],
  [
    'requires_payment_method',
    'Your card was declined.',
    { kind: 'failed', message: 'Your card was declined.' },
  ],
  [
    'requires_action',
    null,
    { kind: 'failed', message: 'Payment status: requires_action. Please try again.' },
  ],
  ['canceled', null, { kind: 'failed', message: 'Payment status: canceled. Please try again.' }],
])('an intent that is %s (%s) means %j', (status, refusal, result) => {
  expect(resultOfAttempt({ status, refusal })).toEqual(result);
});

it('after lost contact an untouched intent says that nothing was charged', () => {
  const read = resultOfRead({ status: 'requires_payment_method', refusal: null });
  expect(read).toMatchObject({ kind: 'failed', message: expect.stringContaining('Nothing was charged') });
  expect(resultOfRead({ status: 'succeeded', refusal: null })).toEqual({ kind: 'succeeded' });
});

it.each([
  [{ token: null }, 'You are not logged in. Please log in and try again.'],
  [{ email: '' }, 'User email not available. Please log out and log back in, then try again.'],
  [{ clientSecret: '' }, 'Invalid payment intent response from server'],
  [{}, null],
])('a payer with %j gets the problem %j', (missing, message) => {
  const payer = { token: 'a-token', email: 'me@example.com', clientSecret: 'pi_1_secret_a', ...missing };
  expect(payerProblem(payer)).toBe(message);
});
