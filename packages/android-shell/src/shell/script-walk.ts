// Runs a script statement by statement, so that output appears at once, commands can be stopped, and other phones of
// the process are not blocked. The interpreter (bash-run.ts) handles expansions, redirections and toybox's commands.
import type { CommandNode, PipelineNode, StatementNode } from 'just-bash';
import { runLoop } from './loops.ts';
import { parseScript, plainCommand, readsStdin, scriptOf } from './parsed-script.ts';
import { runPipeline } from './pipeline.ts';
import { runPlain } from './plain-commands.ts';
import { interpret, isStopped, type Runner, subshellOf, type Walk } from './walk.ts';

export const scriptRunner: Runner = {
  script: walkScript,
  statements: walkStatements,
  command: walkCommand,
};

/** Runs a script and returns its exit code. */
async function walkScript(walk: Walk, script: string): Promise<number> {
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
      : await runPipeline(walk, pipeline.commands);
  if (!pipeline.negated) return code;
  return code === 0 ? 1 : 0;
}

/** Runs one command, simple or compound. */
async function walkCommand(walk: Walk, node: CommandNode): Promise<number> {
  const plain = plainCommand(node);
  if (plain !== null) {
    const code = await runPlain(walk, plain);
    return code ?? interpret(walk, scriptOf(node), readsStdin(node));
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
    case 'While':
    case 'Until':
      return runLoop(walk, node);
    default:
      return interpret(walk, scriptOf(node), readsStdin(node));
  }
}
