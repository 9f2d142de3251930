// The name on a phone's box, which customers, mails and our team use.

/** By Android's `ro.product.model`, for makers that store only a code there and no name. */
const names: ReadonlyMap<string, string> = new Map([
  ['SM-A155F', 'Galaxy A15'],
  ['SM-A546B', 'Galaxy A54'],
  ['SM-S911B', 'Galaxy S23'],
  ['XQ-DC54', 'Xperia 10 V'],
]);

/** `nameOnBox` is the name that the phone reports, if its maker has stored one. */
export function phoneName(model: string, nameOnBox?: string | null): string {
  return nameOnBox || (names.get(model) ?? model);
}
