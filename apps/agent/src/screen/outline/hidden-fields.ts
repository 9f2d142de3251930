// Keeps secrets out of the descriptions of a screen. A field that was a password once, or into which a stored secret was typed,
// stays hidden for the whole rental, also while its text is shown; so do texts that were typed into such a field, wherever
// they appear, and the other fields of its app that changed while a stored secret was typed: apps spread a code over boxes.

import type { KeptHidden } from '../screen-memory.ts';
import { cover, foldText } from './cover-texts.ts';
import type { Item } from './items.ts';
import { joinedItems } from './joined-texts.ts';

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
const ref = /^n\d+$/;
const maxFields = 1_000;
const maxNameLength = 200;
const maxTexts = 100;
const maxSecrets = 500;
const maxSecretFields = 5_000;
/** Kept free for the fields of the next secret. */
const spareSecretFields = 100;
/** Shorter texts would be hidden in places that have nothing to do with them. */
const minTextLength = 4;

/** The fields of an app, by ref, before a secret is typed. */
export type FieldsBefore = { readonly app: string; readonly texts: ReadonlyMap<string, string> };

export class HiddenFields {
  /** Refs of fields, and names where they have one: another visit to the screen may give another ref. */
  readonly #fields = new Set<string>();
  /** Stored secrets' fields, which nothing pushes out. */
  readonly #secretFields = new Set<string>();
  /** Folded, as secrets are. */
  readonly #texts = new Set<string>();
  /** Stored secrets, which are never forgotten while the tenant is there. */
  readonly #secrets = new Set<string>();
  readonly #onChange: () => void;
  #typing: FieldsBefore | undefined;

  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** The part that lasts over a restart: a field then has another ref and the same name. */
  kept(): KeptHidden {
    const named = (names: Set<string>) => [...names].filter((name) => !ref.test(name));
    return {
      secrets: [...this.#secrets],
      secret_fields: named(this.#secretFields),
      fields: named(this.#fields),
      texts: [...this.#texts],
    };
  }

  /** Folded once more: earlier versions left in the kept texts what isn't seen. */
  restore({ secrets, secret_fields, fields, texts }: KeptHidden): void {
    for (const secret of foldAll(secrets).slice(0, maxSecrets)) this.#secrets.add(secret);
    for (const name of secret_fields) addWithin(this.#secretFields, name, maxSecretFields);
    for (const name of fields) addWithin(this.#fields, name, maxFields);
    for (const text of foldAll(texts)) addWithin(this.#texts, text, maxTexts);
  }

  isHidden(item: Item, ref: string): boolean {
    if (item.role !== 'field') return false;
    const names = [ref, ...hiddenFieldNames(item)];
    if (names.some((name) => this.#fields.has(name) || this.#secretFields.has(name))) return true;
    const isSecret =
      item.node.isPassword ||
      isSecretName(idOf(item)) ||
      isSecretName(item.label) ||
      isSecretName(item.hint ?? '');
    if (isSecret) for (const name of names) this.#note(this.#fields, name, maxFields);
    return isSecret;
  }

  /** Hides a text that was typed into a hidden field. */
  addText(text: string): void {
    const folded = foldText(text);
    if (folded.length >= minTextLength) this.#note(this.#texts, folded, maxTexts);
  }

  /**
   * Hides a stored secret wherever it appears from now on, and the field of these names: what it shows while keys come one by
   * one, and what its app makes of the text. With `before`, also other fields of the app that change until `endTyping`.
   */
  addSecret(text: string, field: readonly string[], before?: FieldsBefore): void {
    if (!this.hasRoom) return;
    const folded = foldText(text);
    if (folded !== '') this.#secrets.add(folded);
    for (const name of field) addWithin(this.#secretFields, name, maxSecretFields);
    this.#typing = before;
  }

  endTyping(): void {
    this.#typing = undefined;
  }

  /** Call it before a reading is given to anybody. Returns the items that make up a hidden text together with their neighbours. */
  see(items: readonly Item[], refs: readonly string[]): { hidden: ReadonlySet<Item>; showsSecret: boolean } {
    for (const [at, item] of items.entries()) this.#seeField(item, refs[at] ?? '');
    const secret = joinedItems(items, [...this.#secrets]);
    const hidden = new Set([...secret, ...joinedItems(items, [...this.#texts])]);
    return {
      hidden,
      showsSecret: secret.size > 0 || items.some((item, at) => this.#isSecretShown(item, refs[at] ?? '')),
    };
  }

  #seeField(item: Item, ref: string): void {
    if (this.#typing?.app !== item.node.packageName) return;
    const before = this.#typing.texts.get(ref);
    if (item.role !== 'field' || before === undefined || before === (item.value ?? '')) return;
    for (const name of [ref, ...hiddenFieldNames(item)]) {
      if (this.#secretFields.size < maxSecretFields) this.#note(this.#secretFields, name, maxSecretFields);
    }
  }

  #note(names: Set<string>, name: string, most: number): void {
    if (names.has(name)) return;
    addWithin(names, name, most);
    if (!ref.test(name)) this.#onChange();
  }

  get holdsSecrets(): boolean {
    return this.#secrets.size > 0;
  }

  /** Whether the picture shows a stored secret: in its field, unless that is masked, or as a text elsewhere. */
  #isSecretShown(item: Item, ref: string): boolean {
    if (this.#secrets.size === 0 || item.node.isPassword) return false;
    const isField = item.role === 'field' && (item.value ?? '') !== '';
    if (isField && [ref, ...hiddenFieldNames(item)].some((name) => this.#secretFields.has(name))) return true;
    const texts = [item.label, item.value ?? '', item.hint ?? '', ...(item.more?.labels ?? [])];
    return texts.some((text) => cover(text, [...this.#secrets], '') !== text);
  }

  get hasRoom(): boolean {
    return this.#secrets.size < maxSecrets && this.#secretFields.size <= maxSecretFields - spareSecretFields;
  }

  /** Before anything is cut: a part of a secret is no longer found. */
  clean(text: string): string {
    return cover(text, [...this.#secrets, ...this.#texts], hiddenValue);
  }
}

/** The part of a field that stays when its screen is left and comes back. */
export function hiddenFieldNames({ node, label }: Pick<Item, 'node' | 'label'>): string[] {
  if (node.resourceId !== '') return [`${node.packageName}\n${node.resourceId}`];
  return label === '' ? [] : [`${node.packageName}\n\n${label.slice(0, maxNameLength)}`];
}

function foldAll(texts: readonly string[]): string[] {
  return texts.map(foldText).filter((text) => text !== '');
}

/** The oldest goes where there is no room. */
function addWithin(names: Set<string>, name: string, most: number): void {
  if (names.has(name)) return;
  if (names.size >= most) names.delete(names.values().next().value ?? '');
  names.add(name);
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
