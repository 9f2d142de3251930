// Filters whose answer to a line depends on that line alone: in a pipeline they can show each at once.
import type { PlainCommand } from './parsed-script.ts';

/** Whether a filter may be run anew on each piece of whole lines, with the same result as on all of them. */
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

/** `head`'s number of lines when that is all it is asked, else undefined. */
export function headLines({ name, args }: PlainCommand): number | undefined {
  if (name !== 'head') return undefined;
  const text = args.length === 0 ? '-n10' : args.join('');
  const match = /^-n?(\d{1,9})$/.exec(text);
  return match === null ? undefined : Number(match[1]);
}
