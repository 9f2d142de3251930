// A customer's data after a day with the product, one item in each program that stores data: an access
// token, phones and an order in the database, a mail in the mailbox, a payment in the sandbox, a file on a phone.
import { login, routes } from '@pocketfleet/contract';
import { expect, vi } from 'vitest';

export type CustomersData = { readonly token: string; readonly selection: object };

type Places = { readonly site: string; readonly operator: string };

const messageName = 'Kept Over Kills';

export async function keepData({
  site,
  operator,
  keepOnPhone,
}: Places & { keepOnPhone(text: string): Promise<void> }): Promise<CustomersData> {
  const signedIn = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'demo', password: 'Pocketfleet-demo-1' }),
  });
  const { access_token: token } = login.response.parse(await signedIn.json());
  const selection = {
    phone_count: 1,
    start_date: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    period: 'month',
    number_of_periods: 1,
    currency: 'usd',
    metadata: { description: '1 phone for 1 month', period: 'month' },
  };
  const earlier = await readSubjects(operator);
  await post(`${site}/api/contact`, {
    name: messageName,
    email: 'kept@customer.example',
    message: 'This message outlives every program of yours.',
  });
  await vi.waitFor(async () => expect(await readSubjects(operator)).toHaveLength(earlier.length + 1), {
    timeout: 60_000,
    interval: 100,
  });
  await keepOnPhone('kept');
  return { token, selection };
}

/** If this differs before and after, data was lost. */
export async function readData({
  site,
  operator,
  data,
  readFromPhone,
}: Places & { data: CustomersData; readFromPhone(): Promise<string> }): Promise<unknown> {
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${site}/api${path}`, { headers: { authorization: `Bearer ${data.token}` } });
    expect(answer.status, path).toBe(200);
    return await answer.json();
  };
  // The same unpaid selection must give the same order and intent, not a second one.
  const payment = routes.createPaymentIntent.response.parse(
    await post(`${site}/api/client/payments/create-payment-intent`, data.selection, data.token),
  );
  const phones = routes.listPhones.response.parse(await read('/phones'));
  const { orders } = routes.listOrders.response.parse(await read('/orders'));
  return {
    user: await read('/auth/me'),
    phones: phones.map(({ id, tag, connection_state }) => ({ id, tag, connection_state })),
    orders,
    payment: { client_secret: payment.client_secret, order_id: payment.order_id },
    mails: await readSubjects(operator),
    onPhone: await readFromPhone(),
  };
}

async function readSubjects(operator: string): Promise<string[]> {
  const answer = await fetch(`${operator}/mail.json`);
  const { mails } = (await answer.json()) as { mails: { subject: string }[] };
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes(messageName));
}

async function post(url: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
}
