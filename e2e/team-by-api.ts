// A team through the API: journeys use it to prepare, look up and clean up.
import { login, type ResponseOf, type RouteName, routes } from '@pocketfleet/contract';
import { expect, inject, vi } from 'vitest';
import { sandboxUrl } from './demo-renter.ts';

/** The caller, and their team; null: in their personal account. */
export type Place = { token: string; team: string | null };
type Input = { params?: Record<string, string>; query?: string; body?: object };

export async function tokenOf(person: { username: string; password: string }): Promise<string> {
  const body = new URLSearchParams({ username: person.username, password: person.password });
  const answer = await fetch(`${inject('site')}/api/auth/login`, { method: 'POST', body });
  return login.response.parse(await answer.json()).access_token;
}

/** The answer as it comes, refusals too. */
function ask({ token, team }: Place, name: RouteName, input: Input = {}): Promise<Response> {
  const route = routes[name];
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => input.params?.[key] ?? '');
  return fetch(`${inject('site')}/api${path}${input.query ?? ''}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(team === null ? {} : { 'pocketfleet-workspace': team }),
      ...(input.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(input.body ? { body: JSON.stringify(input.body) } : {}),
  });
}

/** Throws refusals. */
export async function callIn<Name extends RouteName>(
  place: Place,
  name: Name,
  input: Input = {},
): Promise<ResponseOf<(typeof routes)[Name]>> {
  const response = await ask(place, name, input);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return routes[name].response.parse(await response.json()) as ResponseOf<(typeof routes)[Name]>;
}

export async function createTeam(token: string, name: string): Promise<Place & { team: string }> {
  const { id } = await callIn({ token, team: null }, 'createWorkspace', { body: { name } });
  return { token, team: id };
}

/** Rents so many phones for a day and pays; returns when as many more can be watched. */
export async function rentIn(place: Place, phone_count: number): Promise<void> {
  const before = await countOpen(place);
  const { client_secret } = await callIn(place, 'createPaymentIntent', {
    body: {
      phone_count,
      start_date: new Date().toISOString(),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: 'rented for the team', period: 'day' },
    },
  });
  const paid = await fetch(
    `${sandboxUrl()}/v1/payment_intents/${client_secret.split('_secret_')[0]}/confirm`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_journey' },
      body: new URLSearchParams({ client_secret, payment_method: 'pm_card_visa' }),
    },
  );
  expect(paid.ok).toBe(true);
  await vi.waitFor(async () => expect(await countOpen(place)).toBe(before + phone_count), {
    timeout: 60_000,
    interval: 200,
  });
}

async function countOpen(place: Place): Promise<number> {
  return (await callIn(place, 'listPhones')).filter(({ streaming_url }) => streaming_url).length;
}

/** Ends what the team has rented, so that the phones are free for other journeys. */
export async function handBackIn(place: Place): Promise<void> {
  const { assignments } = await callIn(place, 'listAssignments', { query: '?page=1&per_page=200' });
  for (const { id, can_hand_back } of assignments) {
    if (can_hand_back) await callIn(place, 'handBack', { params: { id } });
  }
}
