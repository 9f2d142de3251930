// The objects of Stripe's API that the sandbox keeps, with the fields that our product and its SDK read.
// Amounts in cents, `created` in seconds since 1970.
import { randomBytes } from 'node:crypto';

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export type PaymentIntent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: IntentStatus;
  client_secret: string;
  created: number;
  livemode: false;
  metadata: Record<string, string>;
  description: string | null;
  receipt_email: string | null;
  payment_method_types: string[];
  latest_charge: string | null;
  last_payment_error: ApiErrorBody | null;
  next_action: {
    type: 'redirect_to_url';
    redirect_to_url: { url: string; return_url: string | null };
  } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
};

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  currency: string;
  payment_intent: string;
  created: number;
  livemode: false;
  /** The intent's metadata at the time of the charge. */
  metadata: Record<string, string>;
  paid: true;
  status: 'succeeded';
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } };
  billing_details: { email: string | null; address: { postal_code: string | null } };
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  created: number;
  metadata: Record<string, string>;
  reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
};

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  created: number;
  livemode: false;
  reason: 'fraudulent';
  /** True for inquiries only, which the sandbox doesn't have. */
  is_charge_refundable: false;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
};

export type ApiEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: unknown };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
};

export type ApiErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: PaymentIntent;
};

/** The API's error response. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ApiErrorBody;

  constructor(status: number, body: ApiErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalidRequest(message: string, more: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more });
}

export function missing(kind: string, id: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function seconds(deps: { nowMs: () => number }): number {
  return Math.floor(deps.nowMs() / 1000);
}
