// The answer to an action of which nothing was done, or of which nobody knows what was done.
import type { ActionRefusal, ActionResult, ScreenNode } from '@pocketfleet/contract';
import { FilesRefusedError } from '../files/phone-shell.ts';
import { type PhoneState, toFields } from './phone-state.ts';
import { ScreenError } from './screen-error.ts';
import { SeatLostError } from './seat.ts';

/** `nodes`: what the caller may have meant. */
export class Refused extends Error {
  readonly why: ActionRefusal;
  readonly nodes: readonly ScreenNode[];
  readonly state: PhoneState | undefined;
  constructor(why: ActionRefusal, nodes: readonly ScreenNode[] = [], detail = '', state?: PhoneState) {
    super(detail);
    this.why = why;
    this.nodes = nodes;
    this.state = state;
  }
}

export function refusalOf(error: unknown): ActionResult {
  if (error instanceof Refused)
    return { ...refusal(error.why, error.message, error.nodes), ...toFields(error.state) };
  if (error instanceof ScreenError)
    return { ...refusal(error.problem, error.message), ...toFields(error.state) };
  if (error instanceof SeatLostError) return refusal('seat_lost', error.message);
  if (error instanceof FilesRefusedError)
    return refusal(error.retry ? 'failed' : 'app_missing', error.message);
  return refusal('failed', error instanceof Error ? error.message.slice(0, 500) : String(error));
}

export function refusal(why: ActionRefusal, detail: string, nodes: readonly ScreenNode[] = []): ActionResult {
  return {
    untrusted: true,
    done: false,
    why,
    detail,
    confirmed: null,
    settled: null,
    changed: [],
    text: '',
    nodes: [...nodes],
  };
}
