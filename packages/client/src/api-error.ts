// The error of every call that the API has refused, or that got no usable response.
import type { Availability, SecondFactorDue } from '@pocketfleet/contract';

export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** A code of the contract, or `no_response`, `unreadable_response`, `unknown`. */
  readonly code: string;
  /** The server's message to the user; null when it sent none. */
  readonly detail: string | null;
  /** The field `message` of a response that isn't the API's, such as a proxy's; null for every other response. */
  readonly note: string | null;
  /** Messages by field name. */
  readonly fields: Record<string, string>;
  /** The phones that are still free, when there were not enough; null for every other refusal. */
  readonly availability: Availability | null;
  /** The order that was paid already; null for every other refusal. */
  readonly paidOrderId: string | null;
  /** The address that waits for verification; null for every other refusal. */
  readonly unverifiedEmail: string | null;
  /** How a sign-in goes on that needs a second factor; null for every other refusal. */
  readonly secondFactor: SecondFactorDue | null;

  constructor(facts: {
    status: number;
    code: string;
    detail: string | null;
    note?: string | null;
    fields?: Record<string, string> | undefined;
    availability?: Availability | undefined;
    paidOrderId?: string | undefined;
    unverifiedEmail?: string | undefined;
    secondFactor?: SecondFactorDue | undefined;
    cause?: unknown;
  }) {
    super(facts.detail ?? facts.code, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.note = facts.note ?? null;
    this.fields = facts.fields ?? {};
    this.availability = facts.availability ?? null;
    this.paidOrderId = facts.paidOrderId ?? null;
    this.unverifiedEmail = facts.unverifiedEmail ?? null;
    this.secondFactor = facts.secondFactor ?? null;
  }

  /** No response came, or a server in front of the API could not reach it: another attempt can succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 502;
  }
}
