// The events of a workspace as they happen. A socket that is lost is dialled again and goes on where it stopped; an event
// that arrives twice is given once.
import {
  type ListenMessage,
  listenMessage,
  type WebhookEvent,
  type WebhookMessage,
  webhookMessage,
} from '@pocketfleet/contract';
import { openSocket } from '#open-socket';
import type { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import { wait } from './deferred.ts';
import { closeErrorOf, isPassing } from './sockets/close-error.ts';

export type HeardEvent<Type extends WebhookEvent = WebhookEvent> = WebhookMessage<Type> & {
  /** The same in each delivery of this event. */
  id: string;
  /** Exactly what was signed, and the headers of Standard Webhooks. */
  body: string;
  headers: Record<string, string>;
};

export type EventOptions<Type extends WebhookEvent> = {
  /** All if left out. A later version of the product may send types that this one doesn't know. */
  types?: readonly Type[];
  signal?: AbortSignal;
  /** The id of the last event that was heard by an earlier program. */
  after?: string;
  /** Each time the line is up; `secret` signs the events of this line. `resumed` is false where events may be missing. */
  onUp?: (line: { secret: string; resumed: boolean }) => void;
  onDown?: (reason: string) => void;
};

/** The server says something every 10 s. */
const silentAfterMs = 30_000;
const firstRetryMs = 500;
const longestRetryMs = 10_000;
const maxMessageBytes = 256 * 1_024;
const rememberedIds = 1_000;
/** Events that wait to be taken. With more the socket is closed, and opened again when they were taken. */
const maxWaiting = 1_000;

type Event = Extract<ListenMessage, { type: 'event' }>;

/** Ends when the signal is aborted. Throws ApiError when the right to listen has ended. */
export async function* hearEvents<Type extends WebhookEvent>(
  caller: Caller,
  options: EventOptions<Type>,
): AsyncGenerator<HeardEvent<Type>, void, undefined> {
  const { signal } = options;
  const given = new Set<string>();
  let after = options.after;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const line = new EventLine(options);
    let last: string | undefined;
    try {
      await line.open(caller, after);
      for (let event = await line.next(); event !== null; event = await line.next()) {
        failures = -1;
        last = event.id;
        if (given.has(event.id)) continue;
        given.add(event.id);
        if (given.size > rememberedIds) given.delete(given.values().next().value ?? '');
        if (!options.types || options.types.includes(event.event as Type)) yield heard<Type>(event);
      }
      if (line.wasUp) failures = -1;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
    } finally {
      line.close();
    }
    if (signal?.aborted) return;
    after = last ?? line.beginning ?? after;
    options.onDown?.(line.reason);
    const delayMs = Math.min(firstRetryMs * 2 ** Math.max(0, failures), longestRetryMs);
    await wait(delayMs * (0.5 + Math.random() / 2), signal).catch(() => undefined);
  }
}

/** One socket: its events in their order, then null or the error that ended it. */
class EventLine {
  readonly #options: Pick<EventOptions<WebhookEvent>, 'signal' | 'onUp'>;
  readonly #waiting: Event[] = [];
  #end: { error: ApiError | null } | undefined;
  #wake: () => void = () => undefined;
  #cut: () => void = () => undefined;
  wasUp = false;
  /** `after` for the next line when this one has given nothing. Undefined where it went on behind an earlier one. */
  beginning: string | undefined;
  reason = 'The line was lost.';

  constructor(options: Pick<EventOptions<WebhookEvent>, 'signal' | 'onUp'>) {
    this.#options = options;
  }

  async open(caller: Caller, after: string | undefined): Promise<void> {
    const { signal } = this.#options;
    const body = after === undefined ? {} : { after };
    const { ticket } = await caller.call('listenToWebhooks', { body, signal });
    const request = {
      address: `${caller.url.replace(/^http/, 'ws')}/ws/webhooks`,
      ticket,
      maxMessageBytes,
      silentAfterMs,
      hasHeartbeats: true,
    };
    const socket = openSocket(request, {
      onOpen: () => undefined,
      onMessage: (data) => this.#take(parse(data)),
      onClose: (code, text) => {
        const { error, reconnect } = closeErrorOf(code, text);
        this.reason = error.message;
        this.#finish(reconnect ? null : error);
      },
    });
    const stop = (): void => socket.close(1000);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    this.#cut = () => {
      signal?.removeEventListener('abort', stop);
      socket.close(1000);
    };
  }

  async next(): Promise<Event | null> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) return event;
      if (this.#end !== undefined) {
        if (this.#end.error !== null && !this.#options.signal?.aborted) throw this.#end.error;
        return null;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#cut();
  }

  #take(message: ListenMessage | undefined): void {
    if (message?.type === 'hello') {
      this.wasUp = true;
      if (!message.resumed) this.beginning = message.cursor;
      this.#options.onUp?.({ secret: message.secret, resumed: message.resumed });
    }
    if (message?.type !== 'event' || this.#end !== undefined) return;
    this.#waiting.push(message);
    if (this.#waiting.length >= maxWaiting) {
      this.#finish(null);
      this.#cut();
    }
    this.#wake();
  }

  #finish(error: ApiError | null): void {
    this.#end ??= { error };
    this.#wake();
  }
}

function parse(data: string | Uint8Array): ListenMessage | undefined {
  try {
    return listenMessage.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}

function heard<Type extends WebhookEvent>({ id, body, headers }: Event): HeardEvent<Type> {
  const message = webhookMessage.parse(JSON.parse(body));
  return { ...message, id, body, headers } as unknown as HeardEvent<Type>;
}
