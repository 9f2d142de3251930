// Names each item of a screen, so that a name stays with its control while lists scroll and texts change, and is never given
// twice. An item is looked up among the items of its own scope: the window, or the row of a list.
import { randomInt } from 'node:crypto';
import type { Item } from './items.ts';
import { alignRows, type KnownRow } from './rows.ts';

const maxMisses = 3;
const maxLabelLength = 500;
/** As many as one reading may have. With more, only what shows now is remembered. */
const maxKnown = 20_000;
/** Random, so that a name of another phone, or of another tenant of this one, almost surely means nothing here. */
const firstNumber = { from: 1_000, to: 900_000 } as const;

interface Known {
  readonly ref: string;
  readonly key: string;
  /** The part that stays when the text changes. */
  readonly looseKey: string;
  readonly place: string;
  misses: number;
}

interface Scope {
  items: Known[];
  rows: (KnownRow & { misses: number })[];
}

export class RefBook {
  readonly #scopes = new Map<string, Scope>();
  #next: number;
  #nextRow = 0;

  constructor(first: number = randomInt(firstNumber.from, firstNumber.to)) {
    this.#next = first;
  }

  /** The name of each item, in the items' order. Calls are in the order of the captures. */
  name(items: readonly Item[]): string[] {
    const refs = new Map<Item, string>();
    const seen = new Set<Known>();
    const seenRows = new Set<string>();
    const visit = (scopeName: string, members: readonly Item[]): void => {
      for (const [item, known] of this.#match(scopeName, members)) {
        seen.add(known);
        refs.set(item, known.ref);
      }
    };
    const byScope = (container: Item['node'] | undefined, window?: Item['window']): Item[] =>
      items.filter(
        (item) => item.row?.container === container && (window === undefined || item.window === window),
      );
    const visitContainers = (members: readonly Item[]): void => {
      for (const item of members) {
        if (item.node.scroll === undefined) continue;
        const inside = byScope(item.node);
        const ids = this.#alignRows(refs.get(item) ?? '', inside, seenRows);
        for (const [rowId, rowItems] of Map.groupBy(inside, (one) => ids.get(one.row?.index ?? 0) ?? -1)) {
          visit(`${refs.get(item)}/${rowId}`, rowItems);
          visitContainers(rowItems);
        }
      }
    };
    for (const [name, members] of Map.groupBy(byScope(undefined), windowName)) {
      visit(name, members);
      visitContainers(members);
    }
    this.#retire(seen, seenRows);
    return items.map((item) => refs.get(item) ?? this.#newRef());
  }

  #match(scopeName: string, items: readonly Item[]): Map<Item, Known> {
    const scope = this.#scope(scopeName);
    const free = new Set(scope.items);
    const found = new Map<Item, Known>();
    const keys = new Map(items.map((item) => [item, keysOf(item)]));
    const pass = (of: (one: Omit<Known, 'ref' | 'misses'>) => string, most = items.length): void => {
      const open = Map.groupBy([...free], of);
      const waiting = items.filter((item) => !found.has(item));
      for (const [key, candidates] of Map.groupBy(waiting, (item) => of(keys.get(item) ?? keysOf(item)))) {
        const known = open.get(key) ?? [];
        // Of several equal ones nobody can tell which is which, unless as many are there as before.
        if (candidates.length !== known.length || known.length > most) continue;
        for (const [at, item] of candidates.entries()) {
          const old = known[at];
          if (old === undefined) continue;
          found.set(item, { ...old, ...keysOf(item), misses: 0 });
          free.delete(old);
        }
      }
    };
    pass(({ key, place }) => `${key}\n${place}`);
    pass(({ key }) => key);
    pass(({ looseKey }) => looseKey, 1);
    for (const item of items)
      if (!found.has(item)) found.set(item, { ref: this.#newRef(), ...keysOf(item), misses: 0 });
    scope.items = [...found.values(), ...free];
    return found;
  }

  /** The ids of a container's rows, by the rows' places now. */
  #alignRows(containerRef: string, inside: readonly Item[], seenRows: Set<string>): Map<number, number> {
    const scope = this.#scope(containerRef);
    const rows = [
      ...new Map(inside.flatMap(({ row }) => (row === undefined ? [] : [[row.index, row.texts] as const]))),
    ];
    const found = alignRows(
      scope.rows,
      rows.map(([, texts]) => texts),
    );
    const ids = new Map<number, number>();
    const now = rows.map(([index, texts], at) => {
      const id = found[at] ?? this.#nextRow++;
      ids.set(index, id);
      seenRows.add(`${containerRef}/${id}`);
      return { id, texts, misses: 0 };
    });
    const isHere = new Set(ids.values());
    scope.rows = mergeRows(scope.rows, now, isHere);
    return ids;
  }

  /** How many items and rows are remembered. */
  get size(): number {
    return [...this.#scopes.values()].reduce((sum, { items, rows }) => sum + items.length + rows.length, 0);
  }

  #retire(seen: ReadonlySet<Known>, seenRows: ReadonlySet<string>): void {
    const mostMisses = this.size > maxKnown ? 1 : maxMisses;
    for (const [name, scope] of this.#scopes) {
      for (const item of scope.items) if (!seen.has(item)) item.misses++;
      for (const row of scope.rows) if (!seenRows.has(`${name}/${row.id}`)) row.misses++;
      scope.items = scope.items.filter(({ misses }) => misses < mostMisses);
      scope.rows = scope.rows.filter(({ misses }) => misses < mostMisses);
      if (scope.items.length === 0 && scope.rows.length === 0) this.#scopes.delete(name);
    }
  }

  #scope(name: string): Scope {
    const scope = this.#scopes.get(name) ?? { items: [], rows: [] };
    this.#scopes.set(name, scope);
    return scope;
  }

  #newRef(): string {
    return `n${this.#next++}`;
  }
}

/** Rows that are out of sight now keep their places between the others. */
function mergeRows(before: Scope['rows'], now: Scope['rows'], isHere: ReadonlySet<number>): Scope['rows'] {
  const first = before.findIndex(({ id }) => isHere.has(id));
  const gone = before.map((row, at) => ({ row, at })).filter(({ row }) => !isHere.has(row.id));
  return [
    ...gone.filter(({ at }) => at < first).map(({ row }) => row),
    ...now,
    ...gone.filter(({ at }) => at >= first).map(({ row }) => row),
  ];
}

function windowName({ window }: Item): string {
  return `${window.type} ${window.root.packageName}`;
}

function keysOf({ node, role, label, box }: Item): { key: string; looseKey: string; place: string } {
  const looseKey = [role, node.className, node.resourceId].join('\n');
  const key = `${looseKey}\n${label.slice(0, maxLabelLength)}`;
  return {
    looseKey: node.resourceId === '' ? key : looseKey,
    key,
    place: [box.left, box.top, box.right, box.bottom].join(),
  };
}
