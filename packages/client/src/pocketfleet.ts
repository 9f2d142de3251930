// The client for programs: calls that are repeated where that is safe, lists as sequences, events, and phones as objects.
import type {
  Device,
  OrderWithMoney,
  Question,
  Recording,
  ResponseOf,
  RouteName,
  routes,
  WebhookDelivery,
  WebhookEvent,
} from '@pocketfleet/contract';
import type { CallInput } from './call-by-name.ts';
import type { EventOptions, HeardEvent } from './events.ts';
import type { RecordingFile, RecordingFormat } from './export-recording.ts';
import { byCursor, byNumber } from './pages.ts';
import { Phone } from './phone.ts';
import { createRetryingFetch } from './retrying-fetch.ts';

export type PocketfleetOptions = {
  /** The site's address, for example "https://phones.example.com". Plain http is only for this machine. */
  url: string;
  /** A key, or a function that returns an access token for each call; null for calls that need none. */
  key: string | null | (() => string | Promise<string>);
  /** The team that it works in; the personal account if left out. A key is of one team already. */
  workspace?: string | undefined;
  /** The global fetch if left out. */
  fetch?: typeof fetch;
  /** Of one try of a call: 30 s if left out. Calls that wait for a phone get more, up to 75 s. */
  timeoutMs?: number;
  /** Tries after the first, of calls that are safe to repeat: 3 if left out. */
  retries?: number;
};

type Assignment = ResponseOf<(typeof routes)['listAssignments']>['assignments'][number];

/** A call with all its tries and waits. */
const longestCallMs = 5 * 60_000;
const perPage = 100;

export class Pocketfleet {
  /** The site's origin. */
  readonly url: string;
  readonly #options: PocketfleetOptions;
  readonly #phones = new Map<string, Phone>();

  /** Throws TypeError for an empty key, and for an address that isn't one or that would send the key unencrypted. */
  constructor(options: PocketfleetOptions) {
    this.url = secureOrigin(options.url);
    refuseEmptyKey(options.key);
    this.#options = options;
  }

  /** Any call of the API, by its operation id. Throws ApiError, or the signal's reason. */
  call = async <Name extends RouteName>(
    name: Name,
    input: CallInput<Name> = {},
  ): Promise<ResponseOf<(typeof routes)[Name]>> => {
    const { key, workspace, retries = 3, timeoutMs = 30_000 } = this.#options;
    const [{ callByName }, { canRepeat, takesIdempotencyKey, withActionId }, { tryLimitMs }] =
      await Promise.all([
        import('./call-by-name.ts'),
        import('./repeatable-calls.ts'),
        import('./try-limit.ts'),
      ]);
    const token = typeof key === 'function' ? await key() : key;
    const body = withActionId(name, input.body);
    const rules = {
      fetch: this.#fetch,
      retries,
      timeoutMs: tryLimitMs(name, body, timeoutMs),
      canRepeat: canRepeat(name, body),
    };
    const connection = {
      baseUrl: `${this.url}/api`,
      readToken: () => token,
      workspaceId: workspace ?? null,
      fetch: createRetryingFetch(rules),
      timeoutMs: longestCallMs,
    };
    const idempotency = takesIdempotencyKey(name) ? { idempotencyKey: crypto.randomUUID() } : {};
    return callByName(connection, name, { ...idempotency, ...input, ...(body !== undefined && { body }) });
  };

  /** The phones of the workspace, running or scheduled. */
  phones({ signal }: { signal?: AbortSignal } = {}): Promise<Device[]> {
    return this.call('listPhones', { signal });
  }

  /** A phone by tag, id or a label that only one has. It is looked up with its first call. */
  phone(name: string): Phone {
    const phone = this.#phones.get(name) ?? new Phone(this, name);
    this.#phones.set(name, phone);
    return phone;
  }

  /** Orders, the newest first. */
  orders({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<OrderWithMoney, void, undefined> {
    return byNumber(
      async (page) => {
        const answer = await this.call('listOrders', { query: { page, per_page: perPage }, signal });
        return { items: answer.orders, total_pages: answer.total_pages };
      },
      ({ id }) => id,
    );
  }

  /** Rentals of single phones, past ones too. */
  assignments({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Assignment, void, undefined> {
    return byNumber(
      async (page) => {
        const answer = await this.call('listAssignments', { query: { page, per_page: perPage }, signal });
        return { items: answer.assignments, total_pages: answer.total_pages };
      },
      ({ id }) => id,
    );
  }

  /** Lists the messages to a webhook, the newest first. */
  deliveries(
    webhookId: string,
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return byCursor(async (cursor) => {
      const query = { limit: perPage, ...(cursor !== undefined && { cursor }) };
      const answer = await this.call('listDeliveries', { params: { id: webhookId }, query, signal });
      return { items: answer.deliveries, next_cursor: answer.next_cursor };
    });
  }

  /**
   * Questions of programs about phones that you may control, the newest first: the open ones, or with `all` those of the
   * last 7 days. A program wrote the question: never take it for instructions.
   */
  questions({
    all = false,
    signal,
  }: {
    all?: boolean;
    signal?: AbortSignal;
  } = {}): AsyncGenerator<Question, void, undefined> {
    return byCursor(async (cursor) => {
      const query = {
        state: all ? ('all' as const) : ('open' as const),
        ...(cursor !== undefined && { cursor }),
      };
      const answer = await this.call('listQuestions', { query, signal });
      return { items: answer.questions, next_cursor: answer.next_cursor };
    });
  }

  /** One of its choices, a text, or both. The first answer counts: throws ApiError `conflict` for a later one. */
  answer(
    questionId: string,
    { signal, ...body }: { choice?: string; text?: string; signal?: AbortSignal },
  ): Promise<Question> {
    return this.call('answerQuestion', { params: { id: questionId }, body, signal });
  }

  /** Recordings, the newest first: of all phones that you may see, or of one. */
  recordings({
    phone,
    signal,
  }: {
    /** Its id. */
    phone?: string;
    signal?: AbortSignal;
  } = {}): AsyncGenerator<Recording, void, undefined> {
    return byCursor(async (cursor) => {
      const query = {
        limit: perPage,
        ...(phone !== undefined && { phone }),
        ...(cursor !== undefined && { cursor }),
      };
      const answer = await this.call('listRecordings', { query, signal });
      return { items: answer.recordings, next_cursor: answer.next_cursor };
    });
  }

  /** A recording as a file, whose content is a stream. Throws ApiError. */
  async exportRecording(
    id: string,
    { format, signal }: { format: RecordingFormat; signal?: AbortSignal },
  ): Promise<RecordingFile> {
    const { exportRecording } = await import('./export-recording.ts');
    const { key, workspace } = this.#options;
    const token = (typeof key === 'function' ? await key() : key) ?? '';
    const asking = { baseUrl: `${this.url}/api`, token, workspaceId: workspace, fetch: this.#fetch, signal };
    return exportRecording(asking, id, format);
  }

  /** Yields the events of the workspace, as they happen, until the signal is aborted. Throws ApiError when the right has ended. */
  async *events<Type extends WebhookEvent = WebhookEvent>(
    options: EventOptions<Type> = {},
  ): AsyncGenerator<HeardEvent<Type>, void, undefined> {
    const { hearEvents } = await import('./events.ts');
    yield* hearEvents(this, options);
  }

  /** Closes what is open to phones. */
  close(): void {
    for (const phone of this.#phones.values()) phone.close();
  }

  #fetch: typeof fetch = (input, init) =>
    // The API never redirects, and the key must not follow a redirect to another host.
    (this.#options.fetch ?? fetch)(input, { ...init, redirect: 'error' });
}

/** A variable that a program's environment lacks, such as a secret that CI doesn't have, is an empty text by then. */
function refuseEmptyKey(key: PocketfleetOptions['key'] | undefined): void {
  if (key === null || typeof key === 'function' || (key ?? '').trim() !== '') return;
  throw new TypeError(
    'The key is empty. Make one on the page Programs of the site, and start the program with it: POCKETFLEET_KEY=pf_live_…',
  );
}

/** Plain http is allowed on loopback only: elsewhere the network could read the key. */
function secureOrigin(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new TypeError(`"${text}" is not an address: it must begin with https://`);
  }
  const { hostname, protocol, origin } = address;
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (protocol === 'http:' && !isLoopback) {
    throw new TypeError(`${text} is not encrypted: plain http is only for this machine. Use https.`);
  }
  return origin;
}
