// Customers who use the product while it is broken: one watches and touches a phone, one registers, verifies,
// rents, pays and hands back, again and again. They retry as a browser does, and count their results.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodePacket, encodeControlMessage } from '@pocketfleet/stream-protocol';
import { WebSocket } from 'ws';
import { createCustomer } from '../new-customer.ts';

export type Product = { site: string; operator: string; dataDir: string };

const callLimitMs = 10_000;
const tryEveryMs = 250;
const touchEveryMs = 250;
const quietMs = 4_000;
/** By then a picture that was sent before the kill has arrived, so later pictures are new. */
export const onItsWayMs = 200;

/** Throws the API's refusals. */
export async function callApi<Answer>(
  url: string,
  token: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(callLimitMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export async function logIn(site: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    signal: AbortSignal.timeout(callLimitMs),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`sign-in answered ${response.status}`);
  return access_token;
}

/** Repeats it until it succeeds; throws the last refusal if that takes longer than `withinMs`. */
export async function retryUntil<Result>(withinMs: number, work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - startedMs > withinMs) throw error;
      await wait(tryEveryMs);
    }
  }
}

export type Watcher = {
  /** The time of the last picture, on the monotonic clock. */
  lastPictureMs: () => number;
  pictures: () => number;
  stop: () => void;
};

/** Watches a phone and touches it, so that there is always a new picture; reconnects whenever it is disconnected. */
export function watchPhone({ site }: Product, token: string, phoneId: string): Watcher {
  let lastPictureMs = 0;
  let pictures = 0;
  let isStopped = false;
  let socket: WebSocket | undefined;
  const open = async (): Promise<void> => {
    const path = `${site}/api/devices/${phoneId}/stream/start`;
    const body = { purpose: 'control' };
    const { stream_url, ticket } = await callApi<{ stream_url: string; ticket: string }>(path, token, body);
    const opened = new WebSocket(stream_url, ['pocketfleet', ticket], {
      origin: site,
      handshakeTimeout: 2_000,
    });
    socket = opened;
    const openedMs = performance.now();
    let isOpen = false;
    const touches = setInterval(() => {
      if (opened.readyState !== WebSocket.OPEN) return;
      // The screen changes all the time, so a stream without pictures is dead.
      if (performance.now() - Math.max(openedMs, lastPictureMs) > quietMs) return opened.terminate();
      // A tap may change nothing, and a still screen sends no picture for minutes; this input always causes one.
      isOpen = !isOpen;
      opened.send(encodeControlMessage({ type: isOpen ? 'expand_notifications' : 'collapse_panels' }));
    }, touchEveryMs);
    opened.on('open', () => opened.send(JSON.stringify({ type: 'take_control' })));
    opened.on('message', (data: Buffer, isBinary) => {
      if (!isBinary || decodePacket(data).kind !== 'video') return;
      lastPictureMs = performance.now();
      pictures += 1;
    });
    opened.on('error', () => undefined);
    await new Promise((resolve) => opened.once('close', resolve));
    clearInterval(touches);
  };
  const keepOpen = async (): Promise<void> => {
    while (!isStopped) {
      await open().catch(() => undefined);
      await wait(tryEveryMs);
    }
  };
  void keepOpen();
  return {
    lastPictureMs: () => lastPictureMs,
    pictures: () => pictures,
    stop: () => {
      isStopped = true;
      socket?.terminate();
    },
  };
}

export type Renter = { rounds: () => number; failures: () => readonly string[]; stop: () => Promise<void> };

const stepWithinMs = 60_000;
/** A phone is free again when it is proven clean, and a fault may restart its cleaning, so the customer has to wait. */
const stockWithinMs = 240_000;

/** Until it is stopped: a new customer rents a phone for a day, pays, gets it, and hands it back. */
export function rentAgainAndAgain(product: Product, everyMs: number): Renter {
  let rounds = 0;
  let isStopped = false;
  const failures: string[] = [];
  const round = async (): Promise<void> => {
    const person = await retryUntil(stepWithinMs, () => createCustomer(product));
    const token = await retryUntil(stepWithinMs, () => logIn(product.site, person.username, person.password));
    const rental = {
      phone_count: 1,
      start_date: new Date().toISOString(),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: '', period: 'day' },
    };
    const open = () =>
      callApi<{ client_secret: string; order_id: string }>(
        `${product.site}/api/client/payments/create-payment-intent`,
        token,
        rental,
      );
    const { client_secret, order_id } = await retryUntil(stockWithinMs, open);
    await retryUntil(stepWithinMs, () => payFor(product, client_secret));
    const assignmentId = await retryUntil(stepWithinMs, async () => {
      const order = await callApi<{ state: string; phones: { assignment_id: string; state: string }[] }>(
        `${product.site}/api/orders/${order_id}`,
        token,
      );
      const phone = order.phones.find(({ state }) => state === 'active');
      if (phone === undefined) throw new Error(`the order is ${order.state} and has no running phone`);
      return phone.assignment_id;
    });
    const path = `${product.site}/api/phone-assignments/${assignmentId}/hand-back`;
    // It was handed back although the response was lost.
    await retryUntil(stepWithinMs, () =>
      callApi(path, token, {}).catch((error: Error) => {
        if (!/answered (?:404|409)/.test(error.message)) throw error;
      }),
    );
  };
  const work = (async () => {
    while (!isStopped) {
      const startedMs = performance.now();
      await round().then(
        () => {
          rounds += 1;
        },
        (error: Error) => void failures.push(error.message.slice(0, 300)),
      );
      const leftMs = everyMs - (performance.now() - startedMs);
      if (!isStopped && leftMs > 0) await wait(leftMs);
    }
  })();
  return {
    rounds: () => rounds,
    failures: () => failures,
    stop: () => {
      isStopped = true;
      return work;
    },
  };
}

/** Pays as the card form does; does nothing if the intent is paid already. */
async function payFor({ dataDir }: Product, clientSecret: string): Promise<void> {
  const { sandbox } = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as { sandbox: number };
  const intent = clientSecret.split('_secret')[0];
  const url = `http://127.0.0.1:${sandbox}/v1/payment_intents/${intent}`;
  const headers = { authorization: 'Bearer sk_test_sandbox' };
  const paid = await fetch(`${url}/confirm`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(callLimitMs),
  });
  if (paid.ok) return;
  const read = (await (await fetch(url, { headers })).json()) as { status?: string };
  if (read.status !== 'succeeded') throw new Error(`not paid: ${await paid.text()}`);
}
