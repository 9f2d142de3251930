export type Encoding = 'br' | 'gzip' | 'identity';

/** The best of our encodings that a client accepts, from its `accept-encoding`. */
export function acceptedEncoding(accepted = ''): Encoding {
  const names = accepted.split(',').filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each));
  const has = (name: string) => names.some((each) => each.trim().split(';')[0] === name);
  if (has('br')) return 'br';
  return has('gzip') ? 'gzip' : 'identity';
}
