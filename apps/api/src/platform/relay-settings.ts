// Which relays may link to this node, and where they may send viewers. Pure.
import { createPublicKey } from 'node:crypto';

export type RelaySettings = {
  /** Ed25519 keys of relays, SPKI DER in base64. */
  readonly keys: readonly string[];
  /** Websocket origins at which viewers may reach relays. Pages may open sockets there. */
  readonly urls: readonly string[];
  /** Where viewers' sockets that come to this node itself are passed on to. */
  readonly forwardTo: { readonly host: string; readonly port: number } | undefined;
};

type Texts = { RELAY_KEYS: string; RELAY_URLS: string; RELAY_FORWARD: string };

/** Undefined: the relay runs inside this node. A sentence that names the variable: it can't be. */
export function readRelaySettings(texts: Texts, publicUrl: string): RelaySettings | string | undefined {
  const forwardTo = texts.RELAY_FORWARD;
  const keys = split(texts.RELAY_KEYS);
  const urls = split(texts.RELAY_URLS).map((url) => url.replace(/\/$/, ''));
  if (keys.length === 0) {
    if (urls.length > 0) return 'RELAY_KEYS: is needed with RELAY_URLS';
    return forwardTo === '' ? undefined : 'RELAY_KEYS: is needed with RELAY_FORWARD';
  }
  if (!keys.every(isEd25519)) return 'RELAY_KEYS: must be Ed25519 keys, SPKI in base64, separated by commas';
  if (!urls.every((url) => /^wss?:\/\/[^/\s]+$/.test(url)))
    return 'RELAY_URLS: must be ws:// or wss:// addresses without a path, separated by commas';
  const [, host, port] = /^\[?([\w.-]+|[\da-f:]+(?=\]))\]?:(\d{1,5})$/.exec(forwardTo) ?? [];
  if (forwardTo !== '' && (host === undefined || !isPort(Number(port))))
    return 'RELAY_FORWARD: must be host:port';
  return {
    keys,
    urls: urls.length > 0 ? urls : [publicUrl.replace(/^http/, 'ws')],
    forwardTo: host === undefined ? undefined : { host, port: Number(port) },
  };
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isPort(number: number): boolean {
  return number >= 1 && number <= 65_535;
}

function isEd25519(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
