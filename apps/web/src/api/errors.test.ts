import { ApiError } from '@pocketfleet/client';
import { closeCodes, errorCodes } from '@pocketfleet/contract';
import { describe, expect, it } from 'vitest';
import {
  contactSentence,
  devicesSentence,
  explain,
  forgotSentence,
  loginSentence,
  paymentSentence,
  registerSentence,
  resetSentence,
  signedOutSentence,
} from './errors.ts';

const refusal = (status: number, detail: string | null = null) =>
  new ApiError({ status, code: 'any', detail });

describe('login shows the spec’s sentence', () => {
  it.each([
    [401, 'ignored', 'Invalid username or password. Please check your credentials.'],
    [500, 'ignored', 'Server error. Please try again later.'],
    [503, 'ignored', 'Service temporarily unavailable. Please try again later.'],
    [502, 'ignored', 'Server temporarily unavailable. Please try again later.'],
    [504, null, 'Server temporarily unavailable. Please try again later.'],
    [403, 'Please verify your email before logging in.', 'Please verify your email before logging in.'],
    [429, null, 'Login failed. Please try again.'],
    [0, null, 'Unable to connect to server. Please check your internet connection.'],
  ])('for %i with detail %s', (status, detail, sentence) => {
    expect(loginSentence(refusal(status, detail))).toBe(sentence);
  });
  it('for anything else that was thrown', () => {
    expect(loginSentence(new Error('boom'))).toBe('Login failed. Please try again.');
  });
});

describe('register shows the spec’s sentence', () => {
  it.each([
    [400, 'Password is too common', 'Password is too common'],
    [400, null, 'Invalid data provided. Please check your information.'],
    [409, 'x', 'Username or email already exists. Please choose different credentials.'],
    [500, 'x', 'Server error. Please try again later.'],
    [503, 'x', 'Service temporarily unavailable. Please try again later.'],
    [418, 'x', 'Registration failed. Please try again.'],
  ])('for %i with detail %s', (status, detail, sentence) => {
    expect(registerSentence(refusal(status, detail))).toBe(sentence);
  });
});

describe('contact shows the spec’s sentence', () => {
  it.each([
    [429, 'x', 'Too many requests. Please try again later.'],
    [400, null, 'Please check your information and try again.'],
    [502, 'x', 'Server error. Please try again later.'],
    [403, 'A message', 'A message'],
    [403, null, 'An error occurred. Please try again later.'],
  ])('for %i with detail %s', (status, detail, sentence) => {
    expect(contactSentence(refusal(status, detail))).toBe(sentence);
  });
});

it('a payment above a budget says how much is left and who can raise it; other refusals by 403 say the spec’s sentence', () => {
  const detail = 'This costs $40.00, and you have $10.00 of your $30.00 for this month left.';
  expect(paymentSentence(new ApiError({ status: 403, code: 'over_budget', detail }))).toBe(detail);
  expect(paymentSentence(refusal(403, 'x'))).toBe(
    'You do not have permission to make payments. Please contact support.',
  );
});

it('a device list that fails shows the server’s detail or the spec’s sentence', () => {
  expect(devicesSentence(refusal(500, 'Down for repair'))).toBe('Down for repair');
  expect(devicesSentence(refusal(500))).toBe('Error loading devices');
});

it('asking for a link or using one shows the server’s detail or the spec’s sentence', () => {
  expect(forgotSentence(refusal(429, 'Later'))).toBe('Later');
  expect(forgotSentence(refusal(0))).toBe('Failed to send reset email. Please try again.');
  expect(resetSentence(refusal(400, 'The link is old'))).toBe('The link is old');
  expect(resetSentence(new Error('boom'))).toBe('Failed to reset password. Please try again.');
});

it('sign-in and a stream that was closed say the same of a session that is over', () => {
  expect(signedOutSentence).toBe(closeCodes.session_ended.detail);
});

it('shows the message of a response that is not ours for the contact form only', () => {
  const note = 'Blocked by the gateway';
  const error = new ApiError({ status: 418, code: 'unknown', detail: null, note });
  expect(contactSentence(error)).toBe('Blocked by the gateway');
  expect(loginSentence(error)).toBe('Login failed. Please try again.');
});

/** Codes with several causes: only the server's sentence names the one, a time to wait or a field. */
const shownFromTheServer = [
  'forbidden',
  'last_owner',
  'limit_reached',
  'over_budget',
  'request_ended',
  'workspace_in_use',
  'already_done',
  'booked_next',
  'challenge_ended',
  'conflict',
  'device_failed',
  'internal',
  'invalid_input',
  'link_expired',
  'refund_too_high',
  'second_factor_needed',
  'second_factor_required',
  'short_of_phones',
  'too_many_requests',
  'unavailable',
  'unpaid_hold_limit',
];

it.each(Object.entries(errorCodes))(
  'has words of its own for %s, or shows the server’s',
  (code, { status }) => {
    const words = explain(new ApiError({ status, code, detail: 'From the server' }));
    if (shownFromTheServer.includes(code)) expect(words).toBe('From the server');
    else expect(words).toMatch(/^(?!From the server)[A-Z].+\.$/);
  },
);

it('shows the server’s words for a code of a newer server', () => {
  expect(explain(new ApiError({ status: 409, code: 'from_the_future', detail: 'Wait for Monday.' }))).toBe(
    'Wait for Monday.',
  );
});
