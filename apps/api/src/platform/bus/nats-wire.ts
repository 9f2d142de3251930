// The connection to NATS: made again without end, with bounded pauses. While it is away, or slow, nothing is buffered: `send` refuses,
// and the caller takes another way.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import { describeNatsError } from './nats-errors.ts';

/** `servers`: "host:port". */
export type NatsConfig = {
  servers: readonly string[];
  /** Refuses a server without TLS. */
  isTls: boolean;
  login: { user: string; password: string } | { token: string } | undefined;
  /** The file with a user's JWT and key. */
  credsFile: string | undefined;
  /** Undefined: derived from the database. */
  prefix: string | undefined;
};

export type NatsWire = {
  /** False when it was not sent: no connection, too much is unconfirmed, or the server takes no message of this size. */
  send: (to: string | undefined, text: string) => boolean;
  /** A sentence when messages may not arrive. */
  warning: () => string | undefined;
  stop: () => Promise<void>;
};

type Receiver = { onText: (text: string) => void; onConnected: () => void };
type WireOptions = { nats: NatsConfig; prefix: string; nodeId: string; log: Log };

const connectWithinMs = 5_000;
const reconnectDelaysMs = [50, 200, 500, 1_000];
const maxReconnectDelayMs = 2_000;
const pingEveryMs = 500;
/** The client itself pings too, also before the subscriptions are in place. */
const clientPingEveryMs = 10_000;
/** A server that hasn't answered a ping for this long is slow. */
const slowAfterMs = 1_500;
/** Then the connection is dropped. */
const deadAfterMs = 5_000;
/** Sent since the last answered ping. */
const maxUnconfirmedBytes = 8 * 1024 * 1024;
const stopWithinMs = 200;
/** A connection that ends earlier counts as one more failed attempt. */
const steadyAfterMs = 10_000;
const leastMsBetweenLogs = 10_000;
const maxLoggedReasons = 100;
/** Subject, envelope of the protocol. */
const overheadBytes = 512;

export function startNatsWire(
  { nats, prefix, nodeId, log }: WireOptions,
  { onText, onConnected }: Receiver,
): NatsWire {
  const stopping = new AbortController();
  let opened: NatsConnection | undefined;
  /** The same one, once its subscriptions are in place. */
  let connection: NatsConnection | undefined;
  let connectedAtMs: number | undefined;
  let reason = 'NATS is not connected yet.';
  let unconfirmedBytes = 0;
  let pingedAtMs: number | undefined;

  const loggedAtMs = new Map<string, number>();
  /** One line for each reason and ten seconds. */
  const mayLog = (what: string): boolean => {
    const now = performance.now();
    if (now - (loggedAtMs.get(what) ?? Number.NEGATIVE_INFINITY) < leastMsBetweenLogs) return false;
    if (loggedAtMs.size >= maxLoggedReasons) loggedAtMs.clear();
    loggedAtMs.set(what, now);
    return true;
  };
  const serve = async (): Promise<void> => {
    connectedAtMs = undefined;
    const current = await connect(await optionsOf(nats));
    if (stopping.signal.aborted) return current.close();
    opened = current;
    const ending = current.closed();
    void watchErrors(current);
    for (const subject of [`${prefix}.events`, `${prefix}.node.${nodeId}`]) {
      current.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) onText(message.string());
        },
      });
    }
    // Subscriptions are in place once the server has answered.
    const late = setTimeout(() => void close(current), connectWithinMs);
    const isReady = await Promise.race([
      current.flush().then(
        () => !current.isClosed(),
        () => false,
      ),
      ending.then(() => false),
    ]);
    clearTimeout(late);
    if (!isReady) {
      await close(current);
      throw (await ending) ?? new Error('the server did not answer in time');
    }
    unconfirmedBytes = 0;
    pingedAtMs = undefined;
    connection = current;
    connectedAtMs = performance.now();
    reason = '';
    if (mayLog('connected')) log.info({ server: current.getServer() }, 'NATS is connected');
    onConnected();
    // After a pause of this process, an answer that has arrived meanwhile is read first.
    const timer = setInterval(() => setImmediate(ping, current), pingEveryMs);
    const error = await ending;
    clearInterval(timer);
    connection = undefined;
    if (!stopping.signal.aborted) throw error ?? new Error('the server has closed the connection');
  };
  const close = (open: NatsConnection): Promise<void> => open.close().catch(() => undefined);
  const ping = (open: NatsConnection): void => {
    const now = performance.now();
    if (pingedAtMs !== undefined) {
      if (now - pingedAtMs > deadAfterMs) void close(open);
      return;
    }
    pingedAtMs = now;
    const before = unconfirmedBytes;
    open.flush().then(
      () => {
        pingedAtMs = undefined;
        unconfirmedBytes -= before;
      },
      () => undefined,
    );
  };
  /** Reads the refusals of the server while the connection stays open: a subject that this user may not use. */
  const watchErrors = async (open: NatsConnection): Promise<void> => {
    for await (const status of open.status()) {
      if (status.type !== 'error') continue;
      const refusal = describeNatsError(status.error);
      if (mayLog(refusal)) log.warn({ reason: refusal }, 'NATS has refused a message');
    }
  };
  const run = async (): Promise<void> => {
    let loggedReason: string | undefined;
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        await serve();
      } catch (error) {
        if (reason === '') loggedReason = undefined;
        if (connectedAtMs !== undefined && performance.now() - connectedAtMs > steadyAfterMs) attempt = 0;
        reason = describeNatsError(error);
        if (reason !== loggedReason && mayLog(reason))
          log.warn({ reason }, 'NATS can’t be used; it is tried again until it can');
        loggedReason = reason;
      }
      const pauseMs = reconnectDelaysMs[attempt] ?? maxReconnectDelayMs;
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const isSlow = (): boolean => pingedAtMs !== undefined && performance.now() - pingedAtMs > slowAfterMs;
  const running = run();

  return {
    send: (to, text) => {
      if (connection === undefined || isSlow()) return false;
      const bytes = Buffer.byteLength(text);
      if (bytes + overheadBytes > (connection.info?.max_payload ?? 0)) return false;
      if (unconfirmedBytes + bytes > maxUnconfirmedBytes) return false;
      try {
        connection.publish(to === undefined ? `${prefix}.events` : `${prefix}.node.${to}`, text);
      } catch {
        return false;
      }
      unconfirmedBytes += bytes;
      return true;
    },
    warning: () => {
      if (connection === undefined) return reason;
      return isSlow() || unconfirmedBytes > maxUnconfirmedBytes / 2 ? 'NATS answers slowly.' : undefined;
    },
    stop: async () => {
      stopping.abort();
      const open = opened;
      if (open !== undefined) {
        if (!open.isClosed()) await Promise.race([open.flush().catch(() => undefined), wait(stopWithinMs)]);
        await Promise.race([close(open), wait(stopWithinMs)]);
      }
      await Promise.race([running, wait(stopWithinMs)]);
    },
  };
}

async function optionsOf({ servers, isTls, login, credsFile }: NatsConfig): Promise<ConnectionOptions> {
  return {
    servers: [...servers],
    name: 'pocketfleet',
    timeout: connectWithinMs,
    // `run` connects again, so that nothing is buffered meanwhile.
    reconnect: false,
    pingInterval: clientPingEveryMs,
    noEcho: true,
    noAsyncTraces: true,
    ...(isTls ? { tls: {} } : {}),
    ...(login === undefined ? {} : 'token' in login ? login : { user: login.user, pass: login.password }),
    // Read at each attempt: the file may have been renewed.
    ...(credsFile === undefined ? {} : { authenticator: credsAuthenticator(await readFile(credsFile)) }),
  };
}
