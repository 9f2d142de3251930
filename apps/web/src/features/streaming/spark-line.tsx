import { keptSeconds } from './use-last-minute.ts';

const width = 192;
const height = 28;

/** A line of the last minute, from zero to its highest value, newest at the right. Screen readers read the figure beside it. */
export function SparkLine({ values, className }: { values: readonly number[]; className: string }) {
  const highest = Math.max(1, ...values);
  const step = width / (keptSeconds - 1);
  const points = values
    .map((value, at) => {
      const x = width - (values.length - 1 - at) * step;
      return `${x.toFixed(1)},${(height - 2 - (value / highest) * (height - 4)).toFixed(1)}`;
    })
    .join(' ');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`mt-1 h-7 w-full ${className}`}
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
