import {
  type CommandNode,
  parse,
  type SimpleCommandNode,
  type StatementNode,
  type WordNode,
} from 'just-bash';

/** A command with plain words only: it can run with streaming input and output. */
export interface PlainCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
}

export type Step =
  | {
      readonly kind: 'plain';
      readonly command: PlainCommand;
      readonly source: string;
      readonly readsStdin: boolean;
    }
  | { readonly kind: 'script'; readonly source: string; readonly readsStdin: boolean };

// These change or depend on the interpreter's inner state, which doesn't outlive one run of it.
const NEEDS_ONE_RUN =
  /\b(exit|set|trap|return|function|alias|unalias|shopt|local|wait|jobs|fg|bg)\b|\(\s*\)|\$[!_]|[^&>]&\s*($|[^&>\d])/;

/** Readers of standard input when they are given no file. */
const STDIN_READERS = new Set(
  (
    'cat head tail wc grep egrep fgrep sed awk sort uniq tr cut tee md5sum sha1sum sha256sum base64 xxd od sh bash ' +
    'gzip gunzip zcat tar xargs read dd rev tac nl strings cmp'
  ).split(' '),
);

/**
 * Divides a script into steps that run one after the other, so that output appears when it is made and a
 * command that goes on for long can be stopped. A script that doesn't parse is one step: running it says why.
 */
export function planScript(script: string): Step[] {
  let statements: StatementNode[];
  try {
    statements = parse(script).statements;
  } catch {
    return [{ kind: 'script', source: script, readsStdin: false }];
  }
  if (statements.length > 1 && statements.some(needsOneRun)) {
    return [{ kind: 'script', source: script, readsStdin: statements.some(readsStdin) }];
  }
  return statements.map((statement) =>
    stepOf(statement, statements.length === 1 ? script : statement.sourceText),
  );
}

function needsOneRun(statement: StatementNode): boolean {
  const step = stepOf(statement, statement.sourceText);
  const endsScript = step.kind === 'plain' && step.command.name === 'exit';
  return !endsScript && NEEDS_ONE_RUN.test(step.source);
}

function stepOf(statement: StatementNode, text: string | undefined): Step {
  const source = text ?? '';
  const only = statement.pipelines.length === 1 ? statement.pipelines[0] : undefined;
  const node = only?.commands.length === 1 && !only.negated && !only.timed ? only.commands[0] : undefined;
  if (!statement.background && node?.type === 'SimpleCommand' && node.redirections.length === 0) {
    const command = plainCommand(node);
    if (command !== null) return { kind: 'plain', command, source, readsStdin: readsStdin(statement) };
  }
  return { kind: 'script', source, readsStdin: readsStdin(statement) };
}

function plainCommand(node: SimpleCommandNode): PlainCommand | null {
  if (node.name === null) return null;
  const words = [node.name, ...node.args].map(plainText);
  const env = node.assignments.map((one) => {
    const value = one.value === null ? '' : plainText(one.value);
    return value === null || one.append === true || one.array != null ? null : ([one.name, value] as const);
  });
  if (words.includes(null) || env.includes(null)) return null;
  const texts = words.filter((word) => word !== null);
  // `exec logcat` is how adb's own `logcat` asks for it.
  const [name = '', ...args] = texts[0] === 'exec' && texts.length > 1 ? texts.slice(1) : texts;
  return { name: name.replace(/^\/(system\/)?bin\//, ''), args, env: env.filter((one) => one !== null) };
}

/** The word's text, or null when it takes an interpreter to know it. */
function plainText(word: WordNode): string | null {
  let text = '';
  for (const part of word.parts) {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'Escaped':
        text += part.value;
        break;
      case 'DoubleQuoted': {
        const inner = plainText({ type: 'Word', parts: part.parts });
        if (inner === null) return null;
        text += inner;
        break;
      }
      default:
        return null;
    }
  }
  return text;
}

function readsStdin(statement: StatementNode): boolean {
  return statement.pipelines.some((pipeline) => {
    const [first] = pipeline.commands;
    return first !== undefined && firstReadsStdin(first);
  });
}

function firstReadsStdin(node: CommandNode): boolean {
  // Inside loops and groups anything may read; only `read` and plain filters are common there.
  if (node.type !== 'SimpleCommand') return JSON.stringify(node).includes('"read"');
  if (node.redirections.some((one) => one.operator.startsWith('<'))) return false;
  const name = node.name === null ? null : plainText(node.name);
  if (name === null || !STDIN_READERS.has(name)) return false;
  const operands = node.args
    .map(plainText)
    .filter((text) => text === null || !text.startsWith('-') || text === '-');
  if (operands.includes('-')) return true;
  // The first operand of these is a pattern or program, not a file.
  const own = ['grep', 'egrep', 'fgrep', 'sed', 'awk', 'tr', 'cut'].includes(name) ? 1 : 0;
  return name === 'tee' || name === 'xargs' || name === 'tr' || name === 'read' || operands.length <= own;
}
