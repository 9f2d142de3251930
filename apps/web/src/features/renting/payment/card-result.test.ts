import { expect, it } from 'vitest';
import { declined, payerProblem, resultOfAttempt, resultOfRead } from './card-result.ts';

it.each([
  ['succeeded', null, { kind: 'succeeded' }],
  ['processing', null, { kind: 'processing' }],
  [
    'requires_payment_method',
    'Your card was declined.',
    { kind: 'declined', message: 'Your card was declined.', field: 'number' },
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
  expect(read).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('before your card was charged'),
  });
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

it.each([
  ['expired_card', 'expiry'],
  ['incorrect_cvc', 'cvc'],
  ['incorrect_zip', 'postalCode'],
  ['insufficient_funds', 'number'],
  [undefined, 'number'],
])('a refusal with the code %s is said at the field %s', (code, field) => {
  expect(declined('No.', code)).toEqual({ kind: 'declined', message: 'No.', field });
});
