// Pure: finds texts that are spread over neighbours on a screen. Apps show a code with a box for each digit, as fields or as
// plain texts, and a card number as four fields.
import { foldText } from './cover-texts.ts';
import type { Item } from './items.ts';

type Piece = { readonly item: Item; readonly text: string };

/** Items that together show one of these folded texts. It has to begin and end with one of their texts. */
export function joinedItems(items: readonly Item[], hidden: readonly string[]): Set<Item> {
  if (hidden.length === 0) return new Set();
  const found = [...Map.groupBy(items, ({ window }) => window).values()].flatMap((inWindow) => [
    ...findIn(piecesOf(inWindow, valuesOf), hidden),
    ...findIn(piecesOf(inWindow, labelsOf), hidden),
  ]);
  return new Set(found);
}

function piecesOf(items: readonly Item[], textsOf: (item: Item) => readonly string[]): Piece[] {
  return items.flatMap((item) =>
    textsOf(item)
      .map((text) => ({ item, text: foldText(text) }))
      .filter(({ text }) => text !== ''),
  );
}

function valuesOf({ role, value }: Item): readonly string[] {
  return role === 'field' ? [value ?? ''] : [];
}

/** Digits of a keypad are buttons: they make up no code. Dashes between digits are left out. */
function labelsOf({ role, canAct, labels }: Item): readonly string[] {
  if (role === 'field' || (canAct && labels.length < 2)) return [];
  return labels.filter((label) => /[\p{L}\p{N}]/u.test(label));
}

function findIn(pieces: readonly Piece[], hidden: readonly string[]): Item[] {
  const whole = pieces.map(({ text }) => text).join('');
  const starts = new Map<number, number>();
  let end = 0;
  for (const [at, { text }] of pieces.entries()) {
    starts.set(end, at);
    end += text.length;
  }
  starts.set(end, pieces.length);
  const found: Item[] = [];
  for (const one of hidden) {
    for (let at = whole.indexOf(one); at !== -1; at = whole.indexOf(one, at + 1)) {
      const [first, behind] = [starts.get(at), starts.get(at + one.length)];
      if (first !== undefined && behind !== undefined)
        found.push(...pieces.slice(first, behind).map(({ item }) => item));
    }
  }
  return found;
}
