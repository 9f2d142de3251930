import { expect, it } from 'vitest';
import { createSandboxGateway } from './sandbox-gateway.ts';

const card = { number: '4242 4242 4242 4242', expiry: '04 / 29', cvc: '424', postalCode: '78704' };
const untouched = {
  id: 'pi_1',
  status: 'requires_payment_method',
  last_payment_error: null,
  next_action: null,
};

function gatewayAnswering(...answers: ({ status: number; body: unknown } | 'lost')[]) {
  const calls: { url: string; body: string }[] = [];
  const gateway = createSandboxGateway({
    url: 'http://127.0.0.1:1',
    clientSecret: 'pi_1_secret_abc',
    fetch: async (url, init) => {
      calls.push({ url: String(url), body: String(init?.body ?? '') });
      const answer = answers.shift();
      if (answer === undefined || answer === 'lost') throw new TypeError('network');
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    },
  });
  return { gateway, calls };
}

it('sends the card with its postal code and the billing e-mail to the sandbox alone', async () => {
  const { gateway, calls } = gatewayAnswering({ status: 200, body: { ...untouched, status: 'succeeded' } });
  expect(await gateway.confirm(card, 'me@example.com')).toEqual({ kind: 'succeeded' });
  expect(calls[0]?.url).toBe('http://127.0.0.1:1/v1/payment_intents/pi_1/confirm');
  const sent = new URLSearchParams(calls[0]?.body);
  expect(sent.get('payment_method_data[card][number]')).toBe('4242424242424242');
  expect(sent.get('payment_method_data[card][exp_month]')).toBe('4');
  expect(sent.get('payment_method_data[billing_details][address][postal_code]')).toBe('78704');
  expect(sent.get('payment_method_data[billing_details][email]')).toBe('me@example.com');
});

it('a declined card fails with the provider’s message', async () => {
  const { gateway } = gatewayAnswering({
    status: 402,
    body: { error: { type: 'card_error', message: 'Your card was declined.', payment_intent: untouched } },
  });
  expect(await gateway.confirm(card, '')).toMatchObject({
    kind: 'declined',
    message: 'Your card was declined.',
  });
});

it('a refusal without a message has the spec’s', async () => {
  const { gateway } = gatewayAnswering(
    { status: 402, body: { error: { type: 'card_error', message: '' } } },
    { status: 400, body: 'nothing of ours' },
  );
  expect(await gateway.confirm(card, '')).toMatchObject({
    message: 'Please check your card information and try again.',
  });
  expect(await gateway.confirm(card, '')).toMatchObject({ message: 'Payment failed' });
});

it('a bank that asks first is a challenge', async () => {
  const next_action = { redirect_to_url: { url: 'http://127.0.0.1:1/3ds/pi_1' } };
  const { gateway } = gatewayAnswering({
    status: 200,
    body: { ...untouched, status: 'requires_action', next_action },
  });
  expect(await gateway.confirm(card, '')).toEqual({
    kind: 'challenge',
    url: 'http://127.0.0.1:1/3ds/pi_1',
    intentId: 'pi_1',
  });
});

it('an intent that another tab has paid counts as paid', async () => {
  const { gateway } = gatewayAnswering({
    status: 400,
    body: {
      error: {
        type: 'invalid_request_error',
        message: 'unexpected state',
        payment_intent: { ...untouched, status: 'succeeded' },
      },
    },
  });
  expect(await gateway.confirm(card, '')).toEqual({ kind: 'succeeded' });
});

it('does not know what became of a confirmation without a response; the intent does', async () => {
  const { gateway } = gatewayAnswering(
    'lost',
    { status: 200, body: { ...untouched, status: 'succeeded' } },
    { status: 200, body: untouched },
    'lost',
  );
  expect(await gateway.confirm(card, '')).toEqual({ kind: 'unknown' });
  expect(await gateway.readIntent()).toEqual({ kind: 'succeeded' });
  expect(await gateway.readIntent()).toMatchObject({
    message: expect.stringContaining('before your card was charged'),
  });
  await expect(gateway.readIntent()).rejects.toThrow('network');
});
