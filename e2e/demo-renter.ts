// Renting as the demo customer through the API: journeys use it to prepare, look up and clean up.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { login, type ResponseOf, type RouteName, routes } from '@pocketfleet/contract';
import { inject } from 'vitest';
import { onceForFile } from './once-for-file.ts';

/** All journeys of renting use one time zone, so that dates and times are known. */
export const zone = 'America/New_York';

type Input = { params?: Record<string, string>; query?: string; body?: object; key?: string };

/** Calls the API as the demo customer; throws its refusals. */
export async function callAsDemo<Name extends RouteName>(
  name: Name,
  input: Input = {},
): Promise<ResponseOf<(typeof routes)[Name]>> {
  const token = await signInByApi();
  const route = routes[name];
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => input.params?.[key] ?? '');
  const response = await fetch(`${inject('site')}/api${path}${input.query ?? ''}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(input.body ? { 'content-type': 'application/json' } : {}),
      ...(input.key ? { 'idempotency-key': input.key } : {}),
    },
    ...(input.body ? { body: JSON.stringify(input.body) } : {}),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return route.response.parse(await response.json()) as ResponseOf<(typeof routes)[Name]>;
}

const signInByApi = onceForFile(async (): Promise<string> => {
  const response = await fetch(`${inject('site')}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'demo', password: 'Pocketfleet-demo-1' }),
  });
  return login.response.parse(await response.json()).access_token;
});

export const listOrders = async () =>
  (await callAsDemo('listOrders', { query: '?page=1&per_page=200' })).orders;

/** Releases what journeys have left: unpaid holds, rentals that have not begun, and added rentals that run. */
export async function tidyAway(): Promise<void> {
  const orders = await listOrders();
  const [oldest] = orders.slice(-1);
  for (const order of orders) {
    const params = { id: order.id };
    if (order.state === 'awaiting_payment') await callAsDemo('releaseHold', { params });
    if (order.can_cancel) await callAsDemo('cancelOrder', { params });
  }
  const { assignments } = await callAsDemo('listAssignments', { query: '?page=1&per_page=200' });
  for (const { id, order_id, state, can_hand_back } of assignments) {
    if (state === 'active' && can_hand_back && order_id !== oldest?.id && order_id !== null) {
      await callAsDemo('handBack', { params: { id } });
    }
  }
}

/** YYYY-MM-DD so many days from now, in the journeys' zone. */
export function dayAhead(days: number): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return format.format(Date.now() + days * 86_400_000);
}

export type Choice = { period?: string; date: string; time?: string; phones?: number };

export function choiceQuery({ period = 'day', date, time = '12:00', phones = 1 }: Choice): string {
  return new URLSearchParams({ period, date, time, phones: String(phones) }).toString();
}

/** The number of phones that are free for one day from noon of that date. */
export async function countFree(date: string): Promise<number> {
  const answer = await callAsDemo('validateAvailability', { body: rentalInput(date, 50) });
  return answer.available_phones_count;
}

/** Holds phones as another tab of the same customer would. */
export async function holdByApi(date: string, phones: number) {
  return callAsDemo('createPaymentIntent', {
    body: { ...rentalInput(date, phones), currency: 'usd', metadata: { description: 'held', period: 'day' } },
  });
}

/** Pays the order of `holdByApi` at the sandbox. */
export async function payByApi(clientSecret: string): Promise<void> {
  const id = clientSecret.split('_secret_')[0];
  const response = await fetch(`${sandboxUrl()}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_journey' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  if (!response.ok) throw new Error(`the sandbox refused: ${await response.text()}`);
}

function rentalInput(date: string, phones: number) {
  return { phone_count: phones, start_date: noonOf(date), period: 'day', number_of_periods: 1 };
}

/** 12:00 in the journeys' zone, which is 4 or 5 hours behind UTC. */
function noonOf(date: string): string {
  const guess = Date.parse(`${date}T12:00:00Z`);
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  return new Date(guess + (12 - Number(hour.format(guess))) * 3_600_000).toISOString();
}

export function sandboxUrl(): string {
  const ports: { sandbox: number } = JSON.parse(readFileSync(join(inject('dataDir'), 'ports.json'), 'utf8'));
  return `http://127.0.0.1:${ports.sandbox}`;
}

/** Makes the sandbox drop its webhooks, or lose its next responses. */
export async function setSandboxFaults(faults: {
  webhooks?: { drop: boolean };
  next?: 'lost'[];
}): Promise<void> {
  const response = await fetch(`${sandboxUrl()}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(`the sandbox takes no such faults: ${await response.text()}`);
}

/** Successful charges of an order, in cents. */
export async function chargesOf(intentId: string): Promise<number[]> {
  const response = await fetch(`${sandboxUrl()}/sandbox/ledger`);
  const { charges }: { charges: { payment_intent: string; amount: number }[] } = await response.json();
  return charges.filter((charge) => charge.payment_intent === intentId).map(({ amount }) => amount);
}
