// The provider's own lists, newest first and in pages: what was charged, given back and disputed, by whomever. They are
// read from a span of time, which is made shorter where it holds more than is read at once.
import type Stripe from 'stripe';
import { z } from 'zod';

export type MovementKind = 'charge' | 'refund' | 'dispute';

/** Money that the provider has moved. Amounts in integer cents, instants ISO 8601 by the provider's clock. */
export type Movement = {
  id: string;
  kind: MovementKind;
  intent_id: string | null;
  /** The order that a charge names; null for refunds and disputes, which name their intent alone. */
  order_id: string | null;
  amount: number;
  status: string;
  made_at: string;
};

export type ProviderRefund = {
  id: string;
  amount: number;
  /** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
  status: string;
  /** The refund of ours that asked for it; undefined for one that was made in the provider's dashboard. */
  refund_id: string | undefined;
  /** ISO 8601, by the provider's clock. */
  made_at: string;
};

/** From one instant to another, both included. ISO 8601. */
export type Span = { from: string; until: string };

/** `too_many`: more than are read at once. Nothing of it was kept, so that nobody believes to have seen all. */
export type Listed<Row> = Row[] | 'too_many';

const perPage = 100;
const maxPages = 10;

type Page = { limit: number; created?: { gte: number; lte: number }; starting_after?: string };
type ListPage<Row> = (page: Page) => Promise<{ data: Row[]; has_more: boolean }>;

export async function pageThrough<Row extends { id: string }>(
  list: ListPage<Row>,
  span?: Span,
): Promise<Listed<Row>> {
  const created = span && { gte: Math.floor(toSeconds(span.from)), lte: Math.ceil(toSeconds(span.until)) };
  const found: Row[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { data, has_more } = await list({
      limit: perPage,
      ...(created === undefined ? {} : { created }),
      ...(after === undefined ? {} : { starting_after: after }),
    });
    found.push(...data);
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return found;
  }
  return 'too_many';
}

export async function listRefunds(
  list: (page: Page & { payment_intent: string }) => Promise<{ data: Stripe.Refund[]; has_more: boolean }>,
  intentId: string,
): Promise<Listed<ProviderRefund>> {
  const listed = await pageThrough((page) => list({ ...page, payment_intent: intentId }));
  return listed === 'too_many' ? listed : listed.map(toRefund).reverse();
}

/** Declined charges moved nothing, and are left out. */
export async function readMovements(
  stripe: Stripe,
  translate: <Result>(call: Promise<Result>) => Promise<Result>,
  kind: MovementKind,
  span: Span,
): Promise<Listed<Movement>> {
  switch (kind) {
    case 'charge': {
      const listed = await pageThrough((page) => translate(stripe.charges.list(page)), span);
      if (listed === 'too_many') return listed;
      return listed
        .filter(({ status }) => status === 'succeeded')
        .map((charge) => ({ ...toMovement(kind, charge), order_id: orderOf(charge) }));
    }
    case 'refund': {
      const listed = await pageThrough((page) => translate(stripe.refunds.list(page)), span);
      return listed === 'too_many' ? listed : listed.map((refund) => toMovement(kind, refund));
    }
    case 'dispute': {
      const listed = await pageThrough((page) => translate(stripe.disputes.list(page)), span);
      return listed === 'too_many' ? listed : listed.map((dispute) => toMovement(kind, dispute));
    }
  }
}

/** Metadata is whatever somebody wrote into it. */
function orderOf({ metadata }: Stripe.Charge): string | null {
  return z.uuid().safeParse(metadata?.['order_id']).data ?? null;
}

export function toRefund({ id, amount, status, metadata, created }: Stripe.Refund): ProviderRefund {
  const refund_id = z.uuid().safeParse(metadata?.['refund_id']).data;
  return { id, amount, status: status ?? 'pending', refund_id, made_at: toInstant(created) };
}

function toMovement(
  kind: MovementKind,
  { id, amount, status, created, payment_intent }: Stripe.Charge | Stripe.Refund | Stripe.Dispute,
): Movement {
  return {
    id,
    kind,
    intent_id: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null),
    order_id: null,
    amount,
    status: status ?? 'pending',
    made_at: toInstant(created),
  };
}

function toInstant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

function toSeconds(instant: string): number {
  return Date.parse(instant) / 1_000;
}
