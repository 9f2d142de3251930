// HTTP routes of payments: opening them, and the provider's webhooks. Without a configured provider there are none.
import { type OpenedPaymentResponse, routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import { receiveRaw } from '../platform/raw-body.ts';
import { WebhookRefused } from '../platform/stripe.ts';
import { monitorProvider } from './money-monitor.ts';
import { openOnce } from './payment-keys.ts';
import { paymentTasks, receiveEvent, startPaymentReader } from './payments.jobs.ts';
import {
  type OpenedPayment,
  openExtensionPayment,
  openExtensionsPayment,
  openOrderPayment,
  openPayment,
} from './payments.ts';
import { catchUpAfterRestore } from './provider-lists.ts';

/** Registered first, so that no other feature sweeps or mails before the books are complete. */
export async function registerCatchUp({ deps }: AppParts): Promise<void> {
  const { provider } = deps;
  if (provider !== undefined)
    await catchUpAfterRestore({ ...deps, provider: monitorProvider(deps, provider) });
}

export async function registerPayments({ deps, site, implement, tasks, onStop }: AppParts): Promise<void> {
  const { config, provider } = deps;
  const browser = config.payments?.browser;
  if (provider === undefined || browser === undefined) return;
  const payments = { ...deps, provider: monitorProvider(deps, provider) };
  tasks.push(...paymentTasks(payments));
  onStop(startPaymentReader(payments));

  implement(routes.createPaymentIntent, async ({ caller, body, address, idempotencyKey: key }) => {
    await countOpening(deps.db, caller.user_id, address);
    const once = { key, call: ['rental', body] };
    const opened = await openOnce(payments, caller, once, () => openPayment(payments, caller, body));
    return toResponse(opened, browser);
  });

  implement(routes.createExtensionIntent, async ({ caller, params, body, address, idempotencyKey: key }) => {
    await countOpening(deps.db, caller.user_id, address);
    const once = { key, call: ['extension', params.id, body] };
    const open = () => openExtensionPayment(payments, caller, params.id, body);
    return toResponse(await openOnce(payments, caller, once, open), browser);
  });

  implement(routes.createExtensionsIntent, async ({ caller, body, address, idempotencyKey: key }) => {
    await countOpening(deps.db, caller.user_id, address);
    const { assignment_ids, ...input } = body;
    const once = { key, call: ['extensions', body] };
    const open = () => openExtensionsPayment(payments, caller, assignment_ids, input);
    return toResponse(await openOnce(payments, caller, once, open), browser);
  });

  implement(routes.createOrderIntent, async ({ caller, params, address, idempotencyKey: key }) => {
    await countOpening(deps.db, caller.user_id, address);
    const once = { key, call: ['order', params.id] };
    const open = () => openOrderPayment(payments, caller, params.id);
    return toResponse(await openOnce(payments, caller, once, open), browser);
  });

  await receiveRaw(site, '/webhooks/stripe', async (raw, headers) => {
    try {
      await receiveEvent(deps, provider.readWebhook(raw, String(headers['stripe-signature'] ?? '')));
    } catch (error) {
      if (error instanceof WebhookRefused) {
        if (error.isSigned) {
          deps.log.warn({ err: error }, 'a signed event of the payment provider was refused');
        }
        throw new AppError('invalid_input', { detail: error.message, cause: error });
      }
      throw error;
    }
  });
}

/**
 * Each opened payment may create an intent at the provider, whose rate limit all customers share. Reloading the payment page
 * stays far below this limit. Throws too_many_requests.
 */
async function countOpening(db: Db, userId: string, address: string): Promise<void> {
  await countAgainstLimit(db, customerLimit, userId);
  await countAgainstLimit(db, subnetLimit, wideSubnetOf(address));
}

const customerLimit: Limit = { name: 'payment', count: 100, windowS: 600 };
const subnetLimit: Limit = { name: 'payment-subnet', count: 600, windowS: 600 };

function toResponse(
  { order, hold_expires_at, intent }: OpenedPayment,
  provider: OpenedPaymentResponse['provider'],
): OpenedPaymentResponse {
  return {
    client_secret: intent.client_secret,
    provider,
    order_id: order.id,
    order_number: order.number,
    amount: order.amount,
    hold_expires_at,
    starts_at: order.start_date,
    expires_at: order.end_date,
  };
}
