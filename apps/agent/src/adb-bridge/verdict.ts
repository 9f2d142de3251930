/** The policy's answer about a service that a bridge wants to open. */
export type Verdict =
  | { readonly kind: 'open'; readonly service: string }
  /** `command` is what follows `reverse:`. */
  | { readonly kind: 'reverse'; readonly command: string }
  | { readonly kind: 'refuse'; readonly reason: string }
  /** A plain restart of the phone. */
  | { readonly kind: 'restart' };
