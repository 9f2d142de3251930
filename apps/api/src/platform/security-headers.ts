// The content security policy of our pages: only our own files, only the inline scripts whose hashes the build lists, framed
// only by our own pages. Inline styles are allowed because toasts and positioned menus set theirs at run time.
export type Policy = Record<string, string[]>;

export function contentSecurityPolicy(
  publicUrl: string,
  scriptHashes: readonly string[],
  relayUrls: readonly string[] = [],
): Policy {
  const websocketOrigins = new Set([publicUrl.replace(/^http/, 'ws'), ...relayUrls]);
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...websocketOrigins],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
}

/** Browser features that our pages don't use, so that no injected script can use them either. */
export const permissionsPolicy = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture'],
  ...[
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
  ],
  ...['serial', 'usb', 'window-management', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * For the one worker that runs WebAssembly, the decoder for browsers without one (decision 027): it may compile
 * WebAssembly and load nothing. A worker has a policy of its own; pages may not compile WebAssembly.
 */
export const wasmWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** The provider whose script takes the card's data. */
export type CardPlace = { kind: 'stripe' } | { kind: 'sandbox'; url: string };

/**
 * The policy of the one page that takes cards. No other page may load from the payment provider
 * (docs.stripe.com/security/guide#content-security-policy).
 */
export function paymentPagePolicy(
  publicUrl: string,
  scriptHashes: readonly string[],
  place: CardPlace,
  relayUrls: readonly string[] = [],
): Policy {
  const added: Policy =
    place.kind === 'sandbox'
      ? { 'connect-src': [place.url], 'frame-src': [place.url] }
      : {
          'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
          'connect-src': ['https://api.stripe.com'],
          'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        };
  const policy = contentSecurityPolicy(publicUrl, scriptHashes, relayUrls);
  const widened = Object.entries(policy).map(([name, sources]) => [
    name,
    [...sources, ...(added[name] ?? [])],
  ]);
  return Object.fromEntries(widened);
}

/** A policy as the text of its header. */
export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
