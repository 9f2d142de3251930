// A relay's id belongs to its key, so that no relay can take another one's place. Each start has a new one.
import { createHash, randomUUID } from 'node:crypto';

/** Twelve hexadecimal digits, of which keys in RELAY_KEYS never share all. */
const digitsOfKey = 12;

/** `publicKey`: SPKI DER in base64. */
export function makeRelayId(publicKey: string): string {
  const digits = digitsOf(publicKey);
  return `${digits.slice(0, 8)}-${digits.slice(8)}${randomUUID().slice(13)}`;
}

export function isRelayIdOf(publicKey: string, relayId: string): boolean {
  return relayId.replace('-', '').slice(0, digitsOfKey) === digitsOf(publicKey);
}

function digitsOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, digitsOfKey);
}
