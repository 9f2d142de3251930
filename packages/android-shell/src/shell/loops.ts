import type { CommandNode } from 'just-bash';
import { expand, isStopped, type Walk } from './walk.ts';

type Loop<Kind extends string> = Extract<CommandNode, { type: Kind }>;
export type LoopNode = Loop<'For' | 'While' | 'Until'>;

/** Runs a loop, one iteration at a time. It has no limit: as on a phone, it ends with its shell. */
export function runLoop(walk: Walk, node: LoopNode): Promise<number> {
  return node.type === 'For' ? runFor(walk, node) : runWhile(walk, node);
}

async function runFor(walk: Walk, node: Loop<'For'>): Promise<number> {
  let code = 0;
  for (const value of node.words === null ? [] : await expand(walk, node.words)) {
    if (isStopped(walk)) break;
    walk.state.env.set(node.variable, value);
    code = await walk.runner.statements(walk, node.body);
    if (endsRound(walk)) break;
  }
  return walk.signal.aborted ? 130 : code;
}

async function runWhile(walk: Walk, node: Loop<'While' | 'Until'>): Promise<number> {
  let code = 0;
  while (!isStopped(walk)) {
    const holds = ((await walk.runner.statements(walk, node.condition)) === 0) === (node.type === 'While');
    if (endsRound(walk)) break;
    if (!holds) return code;
    code = await walk.runner.statements(walk, node.body);
    if (endsRound(walk)) break;
  }
  return walk.signal.aborted ? 130 : code;
}

/** Handles `break` and `continue`. True if this loop ends. */
function endsRound(walk: Walk): boolean {
  const { leaving } = walk;
  if (leaving === undefined) return walk.signal.aborted;
  if (leaving.kind === 'exit') return true;
  const outer = leaving.levels > 1;
  walk.leaving = outer ? { kind: leaving.kind, levels: leaving.levels - 1 } : undefined;
  return outer || leaving.kind === 'break';
}
