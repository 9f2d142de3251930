// Runs a script statement by statement, so that output appears at once, commands can be stopped, and other phones of
// the process are not blocked. The interpreter (bash-run.ts) handles expansions, redirections and toybox's commands.
import type { CommandNode, PipelineNode, StatementNode } from 'just-bash';
import { isTest, parseScript, plainCommand, readsStdin, scriptOf } from './parsed-script.ts';
import { runPipeline } from './pipeline.ts';
import { runPlain } from './plain-commands.ts';
import { expand, interpret, isStopped, subshellOf, type Walk } from './script-state.ts';

/** Runs a script and returns its exit code. */
export async function walkScript(walk: Walk, script: string): Promise<number> {
  const parsed = parseScript(script);
  if (parsed.statements === null) return interpret(walk, script, parsed.readsStdin);
  return walkStatements(walk, parsed.statements);
}

async function walkStatements(walk: Walk, statements: readonly StatementNode[]): Promise<number> {
  for (const statement of statements) {
    if (isStopped(walk)) break;
    await walk.pace();
    await walkStatement(walk, statement);
  }
  return walk.code;
}

async function walkStatement(walk: Walk, statement: StatementNode): Promise<void> {
  for (const [at, pipeline] of statement.pipelines.entries()) {
    const operator = at === 0 ? ';' : statement.operators[at - 1];
    if (operator === '&&' && walk.code !== 0) continue;
    if (operator === '||' && walk.code === 0) continue;
    if (isStopped(walk)) return;
    walk.code = await walkPipeline(walk, pipeline);
  }
}

async function walkPipeline(walk: Walk, pipeline: PipelineNode): Promise<number> {
  const [first] = pipeline.commands;
  if (first === undefined) return 0;
  const code =
    pipeline.commands.length === 1
      ? await walkCommand(walk, first)
      : await runPipeline(walk, pipeline.commands, walkCommand);
  if (!pipeline.negated) return code;
  return code === 0 ? 1 : 0;
}

/** Runs one command, simple or compound. */
async function walkCommand(walk: Walk, node: CommandNode): Promise<number> {
  const plain = plainCommand(node);
  if (plain !== null) {
    const code = await runPlain(walk, plain, walkScript);
    return code ?? interpret(walk, scriptOf(node), readsStdin(node));
  }
  if (isTest(node)) {
    const [name = '', ...args] = await expand(walk, [node.name, ...node.args]);
    return (await runPlain(walk, { name, args, env: [] }, walkScript)) ?? 2;
  }
  if (node.redirections.length > 0) return interpret(walk, scriptOf(node), readsStdin(node));
  switch (node.type) {
    case 'Group':
      return walkStatements(walk, node.body);
    case 'Subshell':
      return walkStatements(subshellOf(walk), node.body);
    case 'If': {
      for (const { condition, body } of node.clauses) {
        const holds = (await walkStatements(walk, condition)) === 0;
        if (isStopped(walk)) return walk.code;
        if (holds) return walkStatements(walk, body);
      }
      walk.code = 0;
      return node.elseBody === null ? 0 : walkStatements(walk, node.elseBody);
    }
    case 'For':
      return walkFor(walk, node);
    case 'While':
    case 'Until':
      return walkWhile(walk, node);
    default:
      return interpret(walk, scriptOf(node), readsStdin(node));
  }
}

type Loop<Kind extends string> = Extract<CommandNode, { type: Kind }>;

/** Loops have no limit: as on a phone, they end with their shell. */
async function walkFor(walk: Walk, node: Loop<'For'>): Promise<number> {
  let code = 0;
  for (const value of node.words === null ? [] : await expand(walk, node.words)) {
    if (isStopped(walk)) break;
    walk.state.env.set(node.variable, value);
    code = await walkStatements(walk, node.body);
    if (endsRound(walk)) break;
  }
  return walk.signal.aborted ? 130 : code;
}

async function walkWhile(walk: Walk, node: Loop<'While' | 'Until'>): Promise<number> {
  let code = 0;
  while (!isStopped(walk)) {
    const holds = ((await walkStatements(walk, node.condition)) === 0) === (node.type === 'While');
    if (endsRound(walk)) break;
    if (!holds) return code;
    code = await walkStatements(walk, node.body);
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
