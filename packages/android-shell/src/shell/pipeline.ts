import type { CommandNode } from 'just-bash';
import { headLines, isGrep, isLineFilter } from './line-filters.ts';
import { createLineInput } from './line-input.ts';
import { plainCommand, scriptOf } from './parsed-script.ts';
import { createPipe, type Pipe } from './pipe.ts';
import { interpretOn, subshellOf, type Walk } from './script-state.ts';

const SIGPIPE_CODE = 141;

type RunCommand = (walk: Walk, node: CommandNode) => Promise<number>;

/** Runs a pipeline's commands concurrently, joined by bounded pipes. Returns the last command's exit code. */
export async function runPipeline(
  walk: Walk,
  commands: readonly CommandNode[],
  run: RunCommand,
): Promise<number> {
  const joints = commands.slice(1).map(() => ({ pipe: createPipe(), readerGone: false }));
  const stages = commands.map(async (node, at) => {
    const into = joints[at];
    const from = joints[at - 1];
    const broken = new AbortController();
    const signal = AbortSignal.any([walk.signal, broken.signal]);
    const out = into === undefined ? walk.out : write(into, () => broken.abort());
    const input = from === undefined ? walk.input : createLineInput(from.pipe, signal);
    const stop = () => from?.pipe.end();
    signal.addEventListener('abort', stop, { once: true });
    const stage = subshellOf(walk, { input, out, signal });
    try {
      const code = from === undefined ? await run(stage, node) : await runFilter(stage, node, run);
      return broken.signal.aborted ? SIGPIPE_CODE : (stage.state.exited ?? code);
    } finally {
      signal.removeEventListener('abort', stop);
      if (from !== undefined) {
        from.readerGone = true;
        from.pipe.end();
      }
      into?.pipe.end();
    }
  });
  const codes = await Promise.all(stages);
  return walk.signal.aborted ? 130 : (codes.at(-1) ?? 0);
}

/** Writes into a pipe. If its reader has ended, the writer is ended as by SIGPIPE. */
function write(joint: { readonly pipe: Pipe; readonly readerGone: boolean }, breakOff: () => void) {
  return async (data: Uint8Array) => {
    if (!joint.readerGone) await joint.pipe.push(Buffer.from(data));
    if (joint.readerGone) breakOff();
    return !joint.readerGone;
  };
}

/** `head` and the filters that treat each line alone print while the writer still runs. */
async function runFilter(stage: Walk, node: CommandNode, run: RunCommand): Promise<number> {
  const plain = plainCommand(node);
  const lines = plain === null ? undefined : headLines(plain);
  if (lines !== undefined) return showFirst(stage, lines);
  if (plain === null || !isLineFilter(plain)) return run(stage, node);
  const script = scriptOf(node);
  let best = 1;
  for (let piece = await stage.input.readLines(); piece !== null; piece = await stage.input.readLines()) {
    stage.code = 0;
    best = Math.min(best, await interpretOn(stage, script, piece));
    if (stage.signal.aborted) break;
    await stage.pace();
  }
  return isGrep(plain) ? best : 0;
}

async function showFirst(stage: Walk, count: number): Promise<number> {
  for (let shown = 0; shown < count; shown++) {
    const line = await stage.input.readLine();
    if (line === null || !(await stage.out(Buffer.concat([line, Buffer.from('\n')])))) break;
  }
  return 0;
}
