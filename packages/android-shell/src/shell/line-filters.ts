// Filters that treat each line alone: in a pipeline they can print each line as it arrives.
import type { PlainCommand } from './parsed-script.ts';

/** Whether a filter has the same result if it runs once for each group of lines. */
export function filtersByLine({ name, args }: PlainCommand): boolean {
  const options = args.filter((arg) => /^-./.test(arg));
  const operands = args.filter((arg) => !/^-./.test(arg));
  switch (name) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return (
        operands.length === 1 && options.every((option) => /^-[ivEFowx]+$|^--line-buffered$/.test(option))
      );
    case 'sed':
      return (
        operands.length === 1 &&
        /^s(\W).*\1[gi]*$/.test(operands[0] ?? '') &&
        options.every((one) => /^-[Er]$/.test(one))
      );
    case 'tr':
      return options.every((option) => option === '-d');
    case 'cut':
      return (
        !args.includes('--help') &&
        args.every((arg, at) => arg.startsWith('-') || /^-[dfbc]$/.test(args[at - 1] ?? ''))
      );
    case 'awk':
      return (
        operands.length === 1 &&
        /^\s*\{\s*print[^=;{]*\}\s*$/.test(operands[0] ?? '') &&
        !/\bNR\b/.test(operands[0] ?? '')
      );
    default:
      return false;
  }
}

/** The number of lines of a plain `head` command; undefined for other commands and options. */
export function headLines({ name, args }: PlainCommand): number | undefined {
  if (name !== 'head') return undefined;
  const text = args.length === 0 ? '-n10' : args.join('');
  const match = /^-n?(\d{1,9})$/.exec(text);
  return match === null ? undefined : Number(match[1]);
}
