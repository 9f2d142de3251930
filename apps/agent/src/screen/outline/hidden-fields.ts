// Keeps secrets out of the descriptions of a screen. A field that was a password once stays hidden for the whole rental, also
// while its text is shown; so do texts that were typed into such a field, wherever they appear.
import type { Item } from './items.ts';

export const hiddenValue = '(hidden)';
const secretWords = new Set([
  'pass',
  'password',
  'passwd',
  'passcode',
  'passphrase',
  'pin',
  'otp',
  'cvv',
  'cvc',
  'secret',
]);
const maxFields = 500;
const maxTexts = 100;
/** Shorter texts would be hidden in places that have nothing to do with them. */
const minTextLength = 4;

export class HiddenFields {
  readonly #fields = new Set<string>();
  readonly #texts = new Set<string>();

  isHidden(item: Item): boolean {
    if (item.role !== 'field') return false;
    const name = `${item.node.packageName}\n${item.node.resourceId}`;
    const isNamed = item.node.resourceId !== '';
    if (isNamed && this.#fields.has(name)) return true;
    const isSecret =
      item.node.isPassword ||
      isSecretName(idOf(item)) ||
      isSecretName(item.label) ||
      isSecretName(item.hint ?? '');
    if (isSecret && isNamed && this.#fields.size < maxFields) this.#fields.add(name);
    return isSecret;
  }

  /** Hides a text that was typed into a hidden field. */
  addText(text: string): void {
    if (text.length < minTextLength || this.#texts.has(text)) return;
    if (this.#texts.size >= maxTexts) this.#texts.delete(this.#texts.values().next().value ?? '');
    this.#texts.add(text);
  }

  clean(text: string): string {
    let clean = text;
    for (const secret of this.#texts) clean = clean.replaceAll(secret, hiddenValue);
    return clean;
  }
}

function idOf({ node }: Item): string {
  return node.resourceId.slice(node.resourceId.indexOf('/') + 1);
}

/** "pin_code" and "newPassword" are names of secrets; "shipping" is not. */
function isSecretName(name: string): boolean {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => secretWords.has(word));
}
