// What a phone is called on its box: the one name under which customers, mails and our team know it.

/** By what Android calls `ro.product.model`, of makers that write a code there and no name anywhere. */
const names: ReadonlyMap<string, string> = new Map([
  ['SM-A155F', 'Galaxy A15'],
  ['SM-A546B', 'Galaxy A54'],
  ['SM-S911B', 'Galaxy S23'],
  ['XQ-DC54', 'Xperia 10 V'],
]);

/** `nameOnBox` is what the phone itself tells, where its maker has stored it. */
export function phoneName(model: string, nameOnBox?: string | null): string {
  return nameOnBox || (names.get(model) ?? model);
}
