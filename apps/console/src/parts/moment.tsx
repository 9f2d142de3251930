import { agoInWords, exactMoment, momentInWords } from './words.ts';

/** An instant in the operator's zone; the exact one is its title. `isRelative`: "4 min ago". */
export function Moment({ at, isRelative }: { at: string | null; isRelative?: boolean }) {
  if (at === null) return <span className="text-third">–</span>;
  return (
    <time dateTime={at} title={exactMoment(at)} className="font-mono text-small tabular-nums">
      {isRelative ? agoInWords(at, Date.now()) : momentInWords(at)}
    </time>
  );
}
