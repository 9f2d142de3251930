// Every fault ("plug") of the product: how it is caused, how it ends, and which calls are made meanwhile.
import type { ConnectionState, Device } from '@pocketfleet/contract';
import { createCustomer } from '../new-customer.ts';
import { callApi, retryUntil } from './customers.ts';
import type { ProductInParts } from './product-in-parts.ts';

export type Use = { product: ProductInParts; token: string; tag: string };
export type Plug = {
  readonly name: string;
  /** The check that must work again, and the time limit after the fault's end. */
  readonly back: 'picture' | 'calls';
  readonly aimMs: number | null;
  /** The duration of the fault. */
  readonly outMs: number;
  pull(use: Use): Promise<unknown> | unknown;
  putBack?(use: Use): Promise<unknown> | unknown;
  /** Calls during the fault; returns a description of the results. */
  meanwhile?(use: Use): Promise<string>;
  /** Calls after the fault. */
  afterwards?(use: Use): Promise<string>;
};

const limitMs = 60_000;
const rentalInput = {
  phone_count: 1,
  period: 'day',
  number_of_periods: 1,
  currency: 'usd',
  metadata: { description: '', period: 'day' },
};
/** Unsent mail is retried after a minute at most. */
const mailedWithinMs = 120_000;
const twoHours = 7_200;

export const plugs: readonly Plug[] = [
  { name: 'API killed', back: 'calls', aimMs: 3_000, outMs: 0, pull: ({ product }) => product.kill('api') },
  {
    name: 'relay killed',
    back: 'picture',
    aimMs: 3_000,
    outMs: 0,
    pull: ({ product }) => product.kill('relay'),
  },
  {
    name: 'agent killed',
    back: 'picture',
    aimMs: 5_000,
    outMs: 0,
    pull: ({ product }) => product.kill('agent'),
  },
  downFor('agent', 'agent (its host) down for 20 s', 20_000, 'picture', 5_000),
  {
    name: 'PostgreSQL killed',
    back: 'calls',
    aimMs: 5_000,
    outMs: 0,
    pull: ({ product }) => product.kill('database'),
  },
  downFor('database', 'PostgreSQL stopped for 20 s', 20_000, 'calls', 5_000),
  {
    name: 'disk full for 20 s (database, logs, mails, agent: all on it)',
    back: 'calls',
    aimMs: 5_000,
    outMs: 20_000,
    pull: ({ product }) => product.disk.fill(),
    putBack: ({ product }) => product.disk.free(),
    meanwhile: async (use) => `a rental: ${await tryToRent(use)}`,
    afterwards: async (use) => `a rental: ${await tryToRent(use)}`,
  },
  {
    name: 'agent’s network cut for 30 s',
    back: 'picture',
    aimMs: 2_000,
    outMs: 30_000,
    pull: ({ product }) => product.link.cut(),
    putBack: ({ product }) => product.link.mend(),
    meanwhile: async (use) => `shown offline after ${await timeUntilShown(use, 'offline')} ms`,
    afterwards: async (use) => `shown online after ${await timeUntilShown(use, 'online')} ms`,
  },
  {
    name: 'agent’s network shaped to 1.5 Mbit/s, 60 ms each way, for 20 s',
    back: 'picture',
    aimMs: 5_000,
    outMs: 20_000,
    pull: ({ product }) => product.link.shape({ bytesPerSecond: 187_500, delayMs: 60 }),
    putBack: ({ product }) => product.link.shape(undefined),
  },
  {
    ...downFor('mailbox', 'mail server down for 20 s', 20_000, 'calls', 5_000),
    meanwhile: async ({ product }) => {
      waitingMail = createCustomer(product, { isVerified: false });
      await waitingMail;
      return 'registration is taken, its mail waits';
    },
    afterwards: async ({ product }) => {
      const startedMs = performance.now();
      if (waitingMail === undefined) throw new Error('nobody registered while the mail server was down');
      const { email } = await waitingMail;
      await retryUntil(mailedWithinMs, async () => {
        const answer = await fetch(`${product.operator}/mail.json?to=${encodeURIComponent(email)}`);
        const { mails } = (await answer.json()) as { mails: unknown[] };
        if (mails.length !== 1) throw new Error(`${mails.length} mails`);
      });
      return `the mail came once, ${Math.round(performance.now() - startedMs)} ms later`;
    },
  },
  {
    ...downFor('payment-sandbox', 'payment provider down for 20 s', 20_000, 'calls', 5_000),
    meanwhile: async (use) => `opening a payment: ${await tryToRent(use)}`,
    afterwards: async (use) => `opening a payment: ${await tryToRent(use)}`,
  },
  downFor('virtual-phones', 'all phones of the host unplugged for 20 s', 20_000, 'picture', 15_000),
  {
    name: 'one phone unplugged for 20 s',
    back: 'picture',
    aimMs: 15_000,
    outMs: 20_000,
    pull: ({ product, tag }) => product.setPhone(tag, { unplugged: true }),
    putBack: ({ product, tag }) => product.setPhone(tag, { unplugged: false }),
    meanwhile: async (use) => `shown offline after ${await timeUntilShown(use, 'offline')} ms`,
    afterwards: async (use) => `shown online after ${await timeUntilShown(use, 'online')} ms`,
  },
  {
    name: 'clock of API and database stepped 2 h ahead',
    back: 'picture',
    aimMs: null,
    outMs: 70_000,
    pull: ({ product }) => product.clock.step(twoHours),
    meanwhile: async (use) =>
      `a rental from the real now: ${await tryToRent(use)}; from the stepped now: ${await tryToRent(use, twoHours)}`,
  },
  {
    name: 'clock stepped 2 h back again',
    back: 'picture',
    aimMs: null,
    outMs: 70_000,
    pull: ({ product }) => product.clock.step(0),
    afterwards: async (use) => `a rental: ${await tryToRent(use)}`,
  },
];

let waitingMail: ReturnType<typeof createCustomer> | undefined;

function downFor(
  program: Parameters<ProductInParts['stop']>[0],
  name: string,
  outMs: number,
  back: Plug['back'],
  aimMs: number,
): Plug {
  return {
    name,
    back,
    aimMs,
    outMs,
    pull: ({ product }) => product.stop(program),
    putBack: ({ product }) => product.start(program),
  };
}

/** Opens a payment, as the rent page does, and leaves it; returns the API's response as text. */
async function tryToRent({ product, token }: Use, aheadS = 0): Promise<string> {
  const start_date = new Date(Date.now() + aheadS * 1_000).toISOString();
  const url = `${product.site}/api/client/payments/create-payment-intent`;
  const startedMs = performance.now();
  const said = await callApi<{ order_id: string }>(url, token, { ...rentalInput, start_date }).then(
    async ({ order_id }) => {
      await callApi(`${product.site}/api/orders/${order_id}/release-hold`, token, {}).catch(() => undefined);
      return 'taken';
    },
    (error: Error) => /answered \d+: .*/.exec(error.message)?.[0].slice(0, 160) ?? error.message,
  );
  return `${said} (${Math.round(performance.now() - startedMs)} ms)`;
}

async function timeUntilShown({ product, token, tag }: Use, wanted: ConnectionState): Promise<number> {
  const startedMs = performance.now();
  await retryUntil(limitMs, async () => {
    const phones = await callApi<Device[]>(`${product.site}/api/phones`, token);
    const shown = phones.find((each) => each.tag === tag)?.connection_state;
    if (shown !== wanted) throw new Error(`it is shown ${shown}`);
  });
  return Math.round(performance.now() - startedMs);
}
