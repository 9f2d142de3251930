import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@pocketfleet/contract';
import { vi } from 'vitest';

/** Rents phones for a day, starting now, pays with a test card, and waits until the customer has one of them. */
export async function rentPhone(site: string, dataDir: string, token: string, count = 1): Promise<void> {
  const authorization = `Bearer ${token}`;
  const asked = await fetch(`${site}/api/client/payments/create-payment-intent`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      phone_count: count,
      start_date: new Date().toISOString(),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: '1 phone for 1 day', period: 'day' },
    }),
  });
  if (!asked.ok) throw new Error(`no payment intent: ${await asked.text()}`);
  const { client_secret } = routes.createPaymentIntent.response.parse(await asked.json());
  const { sandbox } = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as { sandbox: number };
  const intent = client_secret.split('_secret')[0];
  const paid = await fetch(`http://127.0.0.1:${sandbox}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  });
  if (!paid.ok) throw new Error(`not paid: ${await paid.text()}`);
  await vi.waitFor(
    async () => {
      const listed = await fetch(`${site}/api/phones`, { headers: { authorization } });
      const phones = routes.listPhones.response.parse(await listed.json());
      if (!phones.some((phone) => phone.connection_state === 'online')) throw new Error('no phone yet');
    },
    { timeout: 60_000, interval: 200 },
  );
}
