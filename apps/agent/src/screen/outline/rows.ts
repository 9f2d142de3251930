// Pure: finds the rows of a list again after it has scrolled or changed.

export interface KnownRow {
  readonly id: number;
  readonly texts: readonly string[];
}

const maxAligned = 400;
const minSimilarity = 0.5;

/**
 * For each new row the id of the known row that it is, or undefined. Rows with the same texts are matched in order (longest
 * common subsequence). Between them, a row counts as changed where its first text and at least half of the texts that only it had
 * are there again: "Edit" and "Delete" stand in every row, and tell no row from another. A page that scrolls has one row, whose
 * first text may change like every other one.
 */
export function alignRows(
  known: readonly KnownRow[],
  now: readonly (readonly string[])[],
): (number | undefined)[] {
  const found: (number | undefined)[] = now.map(() => undefined);
  const old = known.slice(0, maxAligned);
  const rows = now.slice(0, maxAligned);
  const pairs = commonSubsequence(
    old.map(({ texts }) => JSON.stringify(texts)),
    rows.map((texts) => JSON.stringify(texts)),
  );
  const isOften = oftenIn(old.map(({ texts }) => texts));
  let [fromOld, fromNew] = [0, 0];
  for (const [oldAt, newAt] of [...pairs, [old.length, rows.length] as const]) {
    for (let [a, b] = [fromOld, fromNew]; b < newAt; b++) {
      const changed = old.findIndex(
        ({ texts }, at) =>
          at >= a && at < oldAt && isChanged(texts, rows[b] ?? [], isOften, rows.length === 1),
      );
      if (changed === -1) continue;
      found[b] = old[changed]?.id;
      a = changed + 1;
    }
    // A field without a label in a page that scrolls: of several, nobody could tell which is which.
    const [blank, ...moreBlank] = rows.flatMap((texts, at) =>
      at >= fromNew && at < newAt && texts.length === 0 ? [at] : [],
    );
    const [before, ...moreBefore] = old.slice(fromOld, oldAt).filter(({ texts }) => texts.length === 0);
    if (blank !== undefined && moreBlank.length === 0 && moreBefore.length === 0) found[blank] = before?.id;
    if (newAt < rows.length) found[newAt] = old[oldAt]?.id;
    [fromOld, fromNew] = [oldAt + 1, newAt + 1];
  }
  return found;
}

/** Pairs of positions. A row without any text is like every other one, so it anchors nothing. */
function commonSubsequence(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const isSame = (i: number, j: number): boolean => a[i] === b[j] && a[i] !== '[]';
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (isSame(i, j) && at(i, j) === at(i + 1, j + 1) + 1) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Whether more than one row has this text. */
function oftenIn(rows: readonly (readonly string[])[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const texts of rows) for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (text) => (counts.get(text) ?? 0) > 1;
}

function isChanged(
  old: readonly string[],
  now: readonly string[],
  isOften: (text: string) => boolean,
  isPage: boolean,
): boolean {
  if (!isPage && old[0] !== now[0]) return false;
  const [one, other] = [old, now].map((texts) => new Set(texts.filter((text) => !isOften(text))));
  if (one === undefined || other === undefined || one.size === 0 || other.size === 0) return false;
  const shared = [...one].filter((text) => other.has(text)).length;
  return shared / Math.max(one.size, other.size) >= minSimilarity;
}
