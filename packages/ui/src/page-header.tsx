import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Beside the title: the number of items that the page lists. */
  count?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
};

/** Less than this, and the buttons go below the title instead of breaking its words. */
const besideButtons = { minWidth: 'min(12rem, 100%)' };

/** The header of a signed-in page. */
export function PageHeader({ title, lead, count, children }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div style={besideButtons} className="flex-1 max-sm:basis-full">
        <h1 className="inline font-semibold text-title">{title}</h1>
        {count ? <span className="ml-3 text-second text-small tabular-nums">{count}</span> : null}
        {lead ? <p className="text-second">{lead}</p> : null}
      </div>
      {children}
    </header>
  );
}
