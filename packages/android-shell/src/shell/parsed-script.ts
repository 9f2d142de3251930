import {
  type CommandNode,
  parse,
  type SimpleCommandNode,
  type StatementNode,
  serialize,
  type WordNode,
} from 'just-bash';

/** A command whose words need no expansion, so it can run with streaming input and output. */
export interface PlainCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
}

// Commands that use the interpreter's internal state, which ends with each run of the interpreter.
const INNER_STATE_COMMANDS = new Set(
  'read set trap return alias unalias shopt local wait jobs fg bg declare typeset readonly eval'.split(' '),
);

/** Commands that read standard input if they have no file argument. */
const STDIN_READERS = new Set(
  (
    'cat head tail wc grep egrep fgrep sed awk sort uniq tr cut tee md5sum sha1sum sha256sum base64 xxd od sh bash ' +
    'gzip gunzip zcat tar xargs read dd rev tac nl strings cmp'
  ).split(' '),
);

/** A script's statements, or null if only the interpreter can run the script as a whole. */
export type ParsedScript =
  | { readonly statements: readonly StatementNode[] }
  /** `readsStdin` is whether the script may read standard input. */
  | { readonly statements: null; readonly readsStdin: boolean };

/**
 * Splits a script into statements. The interpreter must run the whole script if it doesn't parse, so that it prints
 * the error, or if a later part depends on the interpreter's internal state.
 */
export function parseScript(script: string): ParsedScript {
  try {
    const { statements } = parse(script);
    if (!statements.some(needsOneRun)) return { statements };
    const first = statements.flatMap(({ pipelines }) => pipelines.map(({ commands }) => commands[0]));
    return { statements: null, readsStdin: first.some((node) => node !== undefined && readsStdin(node)) };
  } catch {
    return { statements: null, readsStdin: false };
  }
}

function needsOneRun(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (isInnerState(node)) return true;
  return Object.values(node).some(needsOneRun);
}

function isInnerState(node: object): boolean {
  const { type, name, background, deferredError, array, parameter } = node as Partial<
    Record<string, unknown>
  >;
  switch (type) {
    case 'Statement':
      return background === true || deferredError !== undefined;
    case 'SimpleCommand':
      return name !== null && INNER_STATE_COMMANDS.has(plainText(name as WordNode) ?? '');
    case 'Assignment':
      return Array.isArray(array);
    case 'ParameterExpansion':
      return parameter === '!' || parameter === '_';
    default:
      return type === 'FunctionDef';
  }
}

/** The source of a single command. */
export function scriptOf(node: CommandNode): string {
  const pipeline = { type: 'Pipeline' as const, commands: [node], negated: false };
  const statement = { type: 'Statement' as const, pipelines: [pipeline], operators: [], background: false };
  return serialize({ type: 'Script', statements: [statement] });
}

/** Adds a call of `name` to the start of each loop's body. Null for a script without loops. */
export function withCallInLoops(script: string, name: string): string | null {
  try {
    const tree = parse(script);
    const [call] = parse(name).statements;
    return call !== undefined && addToLoops(tree, call) ? serialize(tree) : null;
  } catch {
    return null;
  }
}

/** The command, if its words need no expansion. */
export function plainCommand(node: CommandNode): PlainCommand | null {
  if (node.type !== 'SimpleCommand' || node.name === null || node.redirections.length > 0) return null;
  const words = [node.name, ...node.args].map(plainText);
  const env = node.assignments.map((one) => {
    const value = one.value === null ? '' : plainText(one.value);
    return value === null || one.append === true || one.array != null ? null : ([one.name, value] as const);
  });
  if (words.includes(null) || env.includes(null)) return null;
  const texts = words.filter((word) => word !== null);
  // `adb logcat` sends `exec logcat`.
  const [name = '', ...args] = texts[0] === 'exec' && texts.length > 1 ? texts.slice(1) : texts;
  return { name: name.replace(/^\/(system\/)?bin\//, ''), args, env: env.filter((one) => one !== null) };
}

/** `test` or `[` with words to expand: the phone's own runs on the expanded words. */
export function isTest(node: CommandNode): node is SimpleCommandNode & { name: WordNode } {
  return (
    node.type === 'SimpleCommand' &&
    node.name !== null &&
    ['[', 'test'].includes(plainText(node.name) ?? '') &&
    node.redirections.length === 0 &&
    node.assignments.length === 0
  );
}

/** The word's text, or null if it needs expansion. */
function plainText(word: WordNode): string | null {
  let text = '';
  for (const part of word.parts) {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'Escaped':
        text += part.value;
        break;
      case 'Glob':
        // A bracket that nothing closes matches no names: it is the command `[`.
        if (part.pattern !== '[') return null;
        text += part.pattern;
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

/** True when the command may read standard input, which the interpreter needs complete before it starts. */
export function readsStdin(node: CommandNode): boolean {
  // Any command inside a loop or group could read standard input; only `read` is common.
  if (node.type !== 'SimpleCommand') return JSON.stringify(node).includes('"read"');
  return simpleReadsStdin(node);
}

function simpleReadsStdin(node: SimpleCommandNode): boolean {
  if (node.redirections.some((one) => one.operator.startsWith('<'))) return false;
  const name = node.name === null ? null : plainText(node.name);
  if (name === null || !STDIN_READERS.has(name)) return false;
  const operands = node.args
    .map(plainText)
    .filter((text) => text === null || !text.startsWith('-') || text === '-')
    // The value of an option such as `-n 3`.
    .filter((text) => text === null || !/^\d+$/.test(text));
  if (operands.includes('-')) return true;
  // The first operand of these commands is a pattern or program, not a file.
  const own = ['grep', 'egrep', 'fgrep', 'sed', 'awk', 'tr', 'cut'].includes(name) ? 1 : 0;
  return name === 'tee' || name === 'xargs' || name === 'tr' || name === 'read' || operands.length <= own;
}

const LOOPS = new Set(['For', 'CStyleFor', 'While', 'Until']);

function addToLoops(node: unknown, call: StatementNode): boolean {
  if (typeof node !== 'object' || node === null) return false;
  let found = false;
  for (const child of Object.values(node)) found = addToLoops(child, call) || found;
  if (!('type' in node && 'body' in node && LOOPS.has(String(node.type)) && Array.isArray(node.body)))
    return found;
  node.body.unshift(call);
  return true;
}
