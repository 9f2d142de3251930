// The signature of the Standard Webhooks scheme, and its secrets. Pure.
import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 24;
const prefix = 'whsec_';

export function createWebhookSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** As customers see it. */
export function secretText(secret: Buffer): string {
  return `${prefix}${secret.toString('base64')}`;
}

export type Signed = { id: string; body: string };

/** The headers of one attempt. Each secret signs, so that a receiver may know either of two. */
export function signedHeaders(
  { id, body }: Signed,
  secrets: readonly Buffer[],
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
