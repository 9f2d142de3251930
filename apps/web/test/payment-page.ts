// The payment page of a customer alone in a browser. Its API and the payment sandbox are answered from here.
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeEach } from 'vitest';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleOpened, sampleOrder } from '../src/features/renting/payment/samples.fixture.ts';

export type Response = { status?: number; json: unknown } | 'never' | 'lost';
type Call = 'open' | 'order' | 'confirm' | 'intent' | 'me';

export const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
export const selection = `period=day&date=${date}&time=12%3A00&phones=1`;
export const pricing = 'total=20.00&totalDays=1&pricePerPeriod=20.00';
export const times = {
  start_date: `${date}T12:00:00Z`,
  end_date: new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString(),
  hold_expires_at: new Date(Date.now() + 14 * 60_000).toISOString(),
};
export const order = (facts: Parameters<typeof sampleOrder>[0] = {}) => ({
  json: sampleOrder({ ...times, ...facts }),
});
export const opened = (facts: Parameters<typeof sampleOpened>[0] = {}) => ({
  json: sampleOpened({
    provider: { kind: 'sandbox', url: 'http://component.localhost/sandbox' },
    hold_expires_at: times.hold_expires_at,
    starts_at: times.start_date,
    expires_at: times.end_date,
    ...facts,
  }),
});
export const intent = (status: string, facts: object = {}) => ({
  json: { id: 'pi_1', status, last_payment_error: null, next_action: null, ...facts },
});
/** The calls since the test began. */
export const calls: Call[] = [];
/** A test changes the responses that it is about. */
export const server: Record<Call, Response> = {
  open: 'never',
  order: 'never',
  confirm: 'never',
  intent: 'never',
  me: 'never',
};

/** Set-up of a file: every test begins with a server on which all goes well. */
export function preparePaymentPage(): (query?: string) => Promise<Page> {
  const open = prepareComponent(join(import.meta.dirname, '../src/app/rent-payment-page.fixture.tsx'));
  beforeEach(() => {
    calls.length = 0;
    Object.assign(server, {
      open: opened(),
      order: order(),
      confirm: intent('succeeded'),
      intent: intent('succeeded'),
      me: { status: 503, json: {} },
    });
  });
  const options = { timezoneId: 'UTC', bypassCSP: true };
  return (query = `${selection}&${pricing}`) =>
    open(query, options, { path: '/rent/payment', before: answerCalls });
}

async function answerCalls(page: Page): Promise<void> {
  await page.clock.install();
  await page.route(/component\.localhost\/(?:api|sandbox)\//, answer);
  await page.route('**/bank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Bank</title><button>Complete</button>' }),
  );
  await page.route('https://js.stripe.com/**', (route) => route.abort());
}

function callOf(route: Route): Call | undefined {
  const path = new URL(route.request().url()).pathname;
  if (path.endsWith('/create-payment-intent')) return 'open';
  if (path.startsWith('/api/orders/')) return 'order';
  if (path.endsWith('/confirm')) return 'confirm';
  if (path.startsWith('/sandbox/')) return 'intent';
  return path === '/api/auth/me' ? 'me' : undefined;
}

async function answer(route: Route): Promise<void> {
  const call = callOf(route);
  if (call === undefined) return route.fulfill({ status: 204 });
  calls.push(call);
  const response = server[call];
  if (response === 'lost') return route.abort('connectionfailed');
  if (response !== 'never') return route.fulfill(response);
}
