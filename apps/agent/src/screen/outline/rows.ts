// Pure: finds the rows of a list again after it has scrolled or changed.

export interface KnownRow {
  readonly id: number;
  readonly texts: readonly string[];
}

const maxAligned = 400;
const minSimilarity = 0.5;

/**
 * For each new row the id of the known row that it is, or undefined. Rows with the same texts are matched in order (longest
 * common subsequence); between them, rows that share at least half of their texts count as changed, not as others.
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
  let [fromOld, fromNew] = [0, 0];
  for (const [oldAt, newAt] of [...pairs, [old.length, rows.length] as const]) {
    for (let [a, b] = [fromOld, fromNew]; b < newAt; b++) {
      const changed = old.findIndex(
        ({ texts }, at) => at >= a && at < oldAt && similarity(texts, rows[b] ?? []) >= minSimilarity,
      );
      if (changed === -1) continue;
      found[b] = old[changed]?.id;
      a = changed + 1;
    }
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

function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [one, other] = [new Set(a), new Set(b)];
  return [...one].filter((text) => other.has(text)).length / Math.max(one.size, other.size);
}
