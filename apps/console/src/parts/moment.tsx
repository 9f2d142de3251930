import { WithExactTime } from '@pocketfleet/ui';
import { agoInWords, exactMoment, momentInWords } from './words.ts';

/** An instant in the operator's zone. `isRelative`: "4 min ago", with the instant on hover, focus and tap. */
export function Moment({ at, isRelative }: { at: string | null; isRelative?: boolean }) {
  if (at === null) return <span className="text-third">–</span>;
  const time = (
    <time
      dateTime={at}
      title={isRelative ? undefined : exactMoment(at)}
      className="font-mono text-small tabular-nums"
    >
      {isRelative ? agoInWords(at, Date.now()) : momentInWords(at)}
    </time>
  );
  return isRelative ? <WithExactTime exact={exactMoment(at)}>{time}</WithExactTime> : time;
}
