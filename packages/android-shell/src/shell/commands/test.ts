// `test` and `[`, answering as mksh does. The interpreter's own versions say of every file that the shell may read and write it.
import { FsError } from '../../files/fs-error.ts';
import { type FileStat, mayShell } from '../../files/node.ts';
import { absolutePath, type Command, type CommandContext, fail } from '../command.ts';

export const test: Command = (args, context) => judge('test', args, context);

export const bracket: Command = (args, context) =>
  args.at(-1) === ']' ? judge('[', args.slice(0, -1), context) : refuse('[', 'missing ]', context);

class SyntaxProblem extends Error {}

function judge(name: string, args: readonly string[], context: CommandContext): Promise<number> | number {
  try {
    return new Expression(args, context).holds() ? 0 : 1;
  } catch (error) {
    if (error instanceof SyntaxProblem) return refuse(name, error.message, context);
    throw error;
  }
}

const refuse = (name: string, problem: string, context: CommandContext): Promise<number> =>
  fail(context, `/system/bin/sh: ${name}: ${problem}`, 2);

class Expression {
  readonly #words: readonly string[];
  readonly #context: CommandContext;
  #at = 0;

  constructor(words: readonly string[], context: CommandContext) {
    this.#words = words;
    this.#context = context;
  }

  holds(): boolean {
    const { length } = this.#words;
    // A single word is never an operator: `[ -f ]` and `[ = ]` hold. So is the word after `!`.
    if (length < 2) return length === 1 && this.#words[0] !== '';
    if (length === 2 && this.#words[0] === '!') return this.#words[1] === '';
    const result = this.#any();
    if (this.#next !== undefined) throw new SyntaxProblem(`${this.#next}: unexpected operator/operand`);
    return result;
  }

  get #next(): string | undefined {
    return this.#words[this.#at];
  }

  #takes(word: string): boolean {
    if (this.#next !== word) return false;
    this.#at++;
    return true;
  }

  #any(): boolean {
    let result = this.#all();
    while (this.#takes('-o')) result = this.#all() || result;
    return result;
  }

  #all(): boolean {
    let result = this.#not();
    while (this.#takes('-a')) result = this.#not() && result;
    return result;
  }

  #not(): boolean {
    return this.#isBinary() || !this.#takes('!') ? this.#primary() : !this.#not();
  }

  #isBinary(): boolean {
    return Object.hasOwn(BINARY, this.#words[this.#at + 1] ?? '') && this.#words.length > this.#at + 2;
  }

  #primary(): boolean {
    const first = this.#next;
    if (first === undefined) throw new SyntaxProblem('expression expected');
    this.#at++;
    const operator = this.#next ?? '';
    if (Object.hasOwn(BINARY, operator)) {
      this.#at++;
      const second = this.#next;
      if (second === undefined) throw new SyntaxProblem(`${operator}: missing second argument`);
      this.#at++;
      return BINARY[operator]?.(first, second, this.#context) === true;
    }
    if (first === '(') {
      const result = this.#any();
      if (!this.#takes(')')) throw new SyntaxProblem('missing )');
      return result;
    }
    const operand = this.#next;
    const joins = (operand === '-a' || operand === '-o') && this.#words.length > this.#at + 1;
    if (!Object.hasOwn(UNARY, first) || operand === undefined || joins) return first !== '';
    this.#at++;
    return UNARY[first]?.(operand, this.#context) === true;
  }
}

type Unary = (operand: string, context: CommandContext) => boolean;
type Binary = (first: string, second: string, context: CommandContext) => boolean;

const statOf = (path: string, context: CommandContext): FileStat | undefined =>
  path === '' ? undefined : context.world.files.findStat(absolutePath(context, path));

const aboutFile =
  (isSo: (stat: FileStat) => boolean): Unary =>
  (path, context) => {
    const stat = statOf(path, context);
    return stat !== undefined && isSo(stat);
  };

const isLink: Unary = (path, context) => {
  try {
    return context.world.files.lstat(absolutePath(context, path)).kind === 'link';
  } catch (error) {
    if (error instanceof FsError) return false;
    throw error;
  }
};

const UNARY: Readonly<Record<string, Unary>> = {
  '-a': aboutFile(() => true),
  '-d': aboutFile(({ kind }) => kind === 'dir'),
  '-e': aboutFile(() => true),
  '-f': aboutFile(({ kind }) => kind === 'file'),
  '-h': isLink,
  '-L': isLink,
  '-n': (text) => text !== '',
  '-r': aboutFile((stat) => mayShell(stat, 'read')),
  '-s': aboutFile(({ size }) => size > 0),
  '-t': (_number, { env }) => env.has('COLUMNS'),
  '-v': (name, { env }) => env.has(name),
  '-w': aboutFile((stat) => mayShell(stat, 'write')),
  '-x': aboutFile((stat) => mayShell(stat, 'search')),
  '-z': (text) => text === '',
};

const numbers =
  (isSo: (one: number, other: number) => boolean): Binary =>
  (first, second, { env }) =>
    isSo(numberOf(first, env), numberOf(second, env));

/** A name stands for its variable's value, as in arithmetic; one that is not set is 0. */
function numberOf(text: string, env: ReadonlyMap<string, string>): number {
  const value = /^[A-Za-z_]\w*$/.test(text) ? (env.get(text) ?? '') : text;
  if (!/^\s*([-+]?\d+)?\s*$/.test(value)) throw new SyntaxProblem(`${value}: bad number`);
  return Number(value);
}

/** A file is newer than one that is missing. */
const isNewer: Binary = (first, second, context) =>
  (statOf(first, context)?.mtimeMs ?? -1) > (statOf(second, context)?.mtimeMs ?? -1);

const BINARY: Readonly<Record<string, Binary>> = {
  '=': (first, second) => first === second,
  '==': (first, second) => first === second,
  '!=': (first, second) => first !== second,
  '<': (first, second) => first < second,
  '>': (first, second) => first > second,
  '-eq': numbers((one, other) => one === other),
  '-ne': numbers((one, other) => one !== other),
  '-lt': numbers((one, other) => one < other),
  '-le': numbers((one, other) => one <= other),
  '-gt': numbers((one, other) => one > other),
  '-ge': numbers((one, other) => one >= other),
  '-nt': isNewer,
  '-ot': (first, second, context) => isNewer(second, first, context),
  '-ef': (first, second, context) => {
    const [one, other] = [statOf(first, context), statOf(second, context)];
    return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
  },
};
