// The function with which a page lets a player open streams: it requests a ticket from the API. The frame and the panel have
// API clients of their own, and create their errors here.

/** The part of the response to POST /devices/{id}/stream/start that the player needs. */
export interface StartedStream {
  readonly stream_url: string;
  readonly ticket: string;
}

/** Called at each connect and reconnect. Any error but StreamRefusedError counts as a lost network. */
export type StartStream = (signal: AbortSignal) => Promise<StartedStream>;

/** The API has refused the ticket. */
export class StreamRefusedError extends Error {
  override name = 'StreamRefusedError';
  readonly reconnect: boolean;
  readonly isUnauthorized: boolean;
  /** The API's error code; undefined for a refusal of the page's own. */
  readonly code: string | undefined;
  /**
   * The page shows `detail`. `reconnect`: another attempt can succeed. `isUnauthorized`: the viewer may not watch this
   * phone, or isn't signed in.
   */
  constructor(detail: string, reconnect: boolean, isUnauthorized = false, code?: string) {
    super(detail);
    this.reconnect = reconnect;
    this.isUnauthorized = isUnauthorized;
    this.code = code;
  }
}

const temporaryCodes = new Set([
  'device_offline',
  'device_preparing',
  'assignment_not_started',
  'too_many_requests',
]);

/** The error for a response with this status, error code and detail. */
export function createRefusal(status: number, code: string, detail: string | undefined): StreamRefusedError {
  const isTemporary = temporaryCodes.has(code) || status === 429;
  return new StreamRefusedError(
    detail ?? 'This phone can’t be streamed.',
    isTemporary,
    !isTemporary && (status === 401 || status === 403),
    code,
  );
}
