import { WithExactTime } from '@pocketfleet/ui';
import { formatAge, formatExactMoment, formatLocalMoment } from '@pocketfleet/ui/format';
import { useNow } from './use-now.ts';

/** An instant in the operator's zone. `isRelative`: "4 min ago", with the instant on hover, focus and tap. */
export function Moment({ at, isRelative }: { at: string | null; isRelative?: boolean }) {
  if (at === null) return <span className="text-third">–</span>;
  const time = (
    <time
      dateTime={at}
      title={isRelative ? undefined : formatExactMoment(at)}
      className="font-mono text-small tabular-nums"
    >
      {isRelative ? <Age at={at} /> : formatLocalMoment(at)}
    </time>
  );
  return isRelative ? <WithExactTime exact={formatExactMoment(at)}>{time}</WithExactTime> : time;
}

function Age({ at }: { at: string }) {
  return formatAge(at, useNow());
}
