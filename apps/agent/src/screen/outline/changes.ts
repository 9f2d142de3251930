// Pure: what changed between two readings of a screen, as lines.
import type { ScreenNode } from '@pocketfleet/contract';
import { nodeLine } from './outline-text.ts';

export interface Changes {
  /** `+` new, `-` gone, `~` changed; the last line counts what stayed the same. */
  readonly lines: readonly string[];
  /** More than half is another: the whole outline says it shorter. */
  readonly isOther: boolean;
}

/** Rectangles don't count: what only moved is the same. */
export function compare(before: readonly ScreenNode[], now: readonly ScreenNode[]): Changes {
  const old = new Map(before.map((node) => [node.ref, node]));
  const current = new Set(now.map(({ ref }) => ref));
  const lines: string[] = [];
  let same = 0;
  for (const node of now) {
    const was = old.get(node.ref);
    if (was === undefined) lines.push(`+ ${nodeLine({ ...node, depth: 0 })}`);
    else if (describe(was) !== describe(node)) lines.push(`~ ${nodeLine({ ...node, depth: 0 })}`);
    else same++;
  }
  for (const node of before) if (!current.has(node.ref)) lines.push(`- ${nodeLine({ ...node, depth: 0 })}`);
  const isOther = lines.length > 0 && same < Math.max(before.length, now.length) / 2;
  return { lines: [...lines, lines.length === 0 ? 'nothing changed' : `= ${same} the same`], isOther };
}

function describe(node: ScreenNode): string {
  return JSON.stringify([node.role, node.label, node.value, node.hint, node.states]);
}
