import clsx from 'clsx';
import type { ReactNode } from 'react';

export type Description = readonly [term: string, value: ReactNode];

type Props = {
  items: readonly Description[];
  /** `columns`: values begin below each other. `rows`: values end at the right, with hairlines between the rows. */
  layout?: 'columns' | 'rows';
  className?: string;
};

/** Terms and their values. */
export function DescriptionList({ items, layout = 'columns', className }: Props) {
  const isRows = layout === 'rows';
  return (
    <dl
      style={isRows ? undefined : { gridTemplateColumns: 'minmax(88px, max-content) 1fr' }}
      className={clsx(isRows ? 'divide-y divide-hairline' : 'grid gap-x-6 gap-y-2', className)}
    >
      {items.map(([term, value]) => (
        <div
          key={term}
          className={isRows ? 'flex flex-wrap items-baseline justify-between gap-x-4 py-2.5' : 'contents'}
        >
          <dt className={isRows ? 'text-second' : 'text-second text-small'}>{term}</dt>
          <dd className={isRows ? 'wrap-anywhere min-w-0 tabular-nums' : 'min-w-0 break-words'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
