// One attempt: a POST to an address that was judged, with limits on everything that a receiver could do to us. It follows no
// redirect, keeps no cookie, knows no proxy, and reads only the beginning of the answer.
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  AddressRefused,
  type AllowedNetworks,
  findTarget,
  type Resolve,
  type Target,
} from './public-address.ts';

export type Outcome = {
  /** Null: there was no answer. */
  status: number | null;
  duration_ms: number;
  answer: string;
  error: string;
  retryAfter: string | undefined;
};

export type Sending = {
  url: string;
  body: string;
  headers: Record<string, string>;
  allowed: AllowedNetworks;
  /** Lowered by tests. */
  limitMs?: number;
  resolve?: Resolve;
};

const limitMs = 15_000;
/** An answer that is longer is cut off; we keep its first characters. */
const maxAnswerBytes = 64 * 1_024;
const keptCharacters = 1_024;
/** Node takes any three digits for a status. */
const leastStatus = 100;
const noHttp = 'The server’s answer is not HTTP.';

/** Never throws: what went wrong is in `error`. */
export async function sendWebhook(sending: Sending): Promise<Outcome> {
  const sinceMs = performance.now();
  const outcome = (rest: Partial<Outcome>): Outcome => ({
    status: null,
    answer: '',
    error: '',
    retryAfter: undefined,
    ...rest,
    duration_ms: Math.round(performance.now() - sinceMs),
  });
  try {
    const target = await findTarget(sending.url, sending.allowed, sending.resolve);
    const { status, answer, retryAfter } = await post(sending, target);
    return outcome({ status, answer, retryAfter, error: errorOf(status) });
  } catch (error) {
    return outcome({ error: describe(error) });
  }
}

type Answer = Pick<Outcome, 'answer' | 'retryAfter'> & { status: number };

function post(sending: Sending, { url, address, family }: Target): Promise<Answer> {
  const isSecure = url.protocol === 'https:';
  const options: RequestOptions & { servername?: string } = {
    method: 'POST',
    host: address,
    family,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...sending.headers,
      host: url.host,
      'user-agent': 'Pocketfleet-Webhooks/1',
      'content-length': String(Buffer.byteLength(sending.body)),
    },
    // A connection of its own each time: the next one is judged again.
    agent: false,
    signal: AbortSignal.timeout(sending.limitMs ?? limitMs),
    ...(isSecure &&
      /[a-z]/i.test(url.hostname) &&
      !url.hostname.startsWith('[') && { servername: url.hostname }),
  };
  return new Promise((resolve, reject) => {
    const call = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      const { statusCode: status = 0 } = response;
      if (status < leastStatus) {
        reject(new Error(noHttp));
        return void call.destroy();
      }
      readAnswer(response).then(
        (answer) => {
          call.destroy();
          resolve({ status, answer, retryAfter: response.headers['retry-after'] });
        },
        (error) => reject(error),
      );
    });
    call.on('error', reject);
    // Without a listener, a "101 Switching Protocols" ends the call with no error, so this promise would never settle.
    call.on('upgrade', ({ statusCode: status = 101 }, socket) => {
      socket.destroy();
      resolve({ status, answer: '', retryAfter: undefined });
    });
    call.end(sending.body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxAnswerBytes) break;
  }
  // PostgreSQL stores no U+0000, and half a character isn't one.
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
  return [...text.slice(0, keptCharacters)].join('').toWellFormed();
}

function errorOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return 'The server answered with a redirect, which we don’t follow.';
  return `The server answered ${status}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this address.',
  ENOTFOUND: 'The name has no address.',
  EAI_AGAIN: 'The name could not be looked up.',
  ECONNRESET: 'The server closed the connection.',
  ETIMEDOUT: 'The server can’t be reached.',
  EHOSTUNREACH: 'The server can’t be reached.',
  ENETUNREACH: 'The server can’t be reached.',
  EPROTO: 'The server doesn’t speak https.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is signed by nobody we know.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The server’s certificate is signed by nobody we know.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The server’s certificate is signed by nobody we know.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server’s certificate is signed by nobody we know.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another name.',
  HPE_HEADER_OVERFLOW: 'The headers of the server’s answer are too long.',
};

function describe(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (code === 'ABORT_ERR' || name === 'TimeoutError' || name === 'AbortError') {
    return 'The server didn’t answer within 15 seconds.';
  }
  const reason = reasons[code ?? ''];
  if (reason !== undefined) return reason;
  if (code?.startsWith('HPE_')) return noHttp;
  if (code?.startsWith('ERR_SSL_')) return 'The server doesn’t speak https as we do.';
  return (message ?? 'The connection failed.').slice(0, 300);
}
