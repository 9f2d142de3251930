// Filters that treat each line alone: in a pipeline they print each line as it arrives, while the writer still runs.
import type { PlainCommand } from './parsed-script.ts';

interface LineFilter {
  /** The forms of options that keep lines independent. */
  readonly option: RegExp;
  /** The operands; null for any. More of them are files, which are not read by lines. */
  readonly operands: readonly RegExp[] | null;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
}

const GREP: LineFilter = { option: /^-[ivEFowx]+$|^--line-buffered$/, operands: [/^/] };

const FILTERS = new Map<string, LineFilter>([
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  // One substitution, without addresses.
  ['sed', { option: /^-[Eru]$/, operands: [/^s(\W)(?:(?!\1).)*\1(?:(?!\1).)*\1[gi]*$/] }],
  ['tr', { option: /^-d$/, operands: null }],
  ['cut', { option: /^-[dfbc]|^-s$/, operands: [], valued: /^-[dfbc]$/ }],
  // One `print` of fields, which counts no lines.
  ['awk', { option: /^-F/, operands: [/^\s*\{\s*print(?!.*\bNR\b)[^=;{]*\}\s*$/], valued: /^-F$/ }],
]);

/** True when the command has the same result if it runs once for each group of lines. */
export function isLineFilter({ name, args }: PlainCommand): boolean {
  const filter = FILTERS.get(name);
  if (filter === undefined) return false;
  const own = args.filter((_, at) => filter.valued?.test(args[at - 1] ?? '') !== true);
  const options = own.filter((arg) => /^-./.test(arg));
  const operands = own.filter((arg) => !/^-./.test(arg));
  if (!options.every((option) => filter.option.test(option))) return false;
  const forms = filter.operands;
  return (
    forms === null ||
    (operands.length === forms.length && operands.every((text, at) => forms[at]?.test(text)))
  );
}

/** True when the command's exit code says if a line matched. */
export function isGrep({ name }: PlainCommand): boolean {
  return FILTERS.get(name) === GREP;
}

/** The number of lines of a plain `head` command; undefined for other commands and options. */
export function headLines({ name, args }: PlainCommand): number | undefined {
  if (name !== 'head') return undefined;
  const match = /^-n?(\d{1,9})$/.exec(args.length === 0 ? '-n10' : args.join(''));
  return match === null ? undefined : Number(match[1]);
}
