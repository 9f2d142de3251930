import clsx from 'clsx';

export type BatteryTone = 'green' | 'yellow' | 'red';

/** Spec section 9: 70 or more green, 30 or more yellow, else red. */
export function batteryTone(percent: number): BatteryTone {
  if (percent >= 70) return 'green';
  return percent >= 30 ? 'yellow' : 'red';
}

/** Percent with its bar; for a phone that is offline, the last that it said. */
export function BatteryBar({ percent, isStale }: { percent: number | null; isStale?: boolean }) {
  if (percent === null) return <span className="text-third">-</span>;
  const tone = batteryTone(percent);
  return (
    <span className={clsx('inline-flex items-center gap-2 lg:gap-3', isStale && 'text-third')}>
      <span aria-hidden="true" className="h-1.5 w-10 lg:w-[72px] overflow-hidden rounded-full bg-hairline">
        <span
          data-tone={tone}
          className={clsx(
            'block h-full rounded-full',
            { green: 'bg-online-bar', yellow: 'bg-warning-bar', red: 'bg-error-bar' }[tone],
            isStale && 'opacity-50',
          )}
          style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
        />
      </span>
      <span className="font-mono text-small tabular-nums">
        {isStale ? 'last ' : ''}
        {percent}%
      </span>
    </span>
  );
}
