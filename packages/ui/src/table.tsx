import clsx from 'clsx';
import { ArrowUpDown, ChevronDown, ChevronUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** The frame around a table: hairline and rounded. On narrow screens it scrolls sideways in itself. */
export function TableFrame({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="rounded-card border border-hairline bg-surface max-lg:overflow-x-auto"
    >
      {children}
    </section>
  );
}

/**
 * A table whose rows become blocks of labelled facts where its frame is too narrow for all columns: nothing has to be
 * scrolled for. Each cell but the first, which names the row, says its column in `data-label`.
 */
export function FactsTable({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="pf-facts">
      <Table {...props} {...(className ? { className } : {})} />
    </div>
  );
}

export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <table {...props} className={clsx('w-full border-separate border-spacing-0 text-left', className)} />
  );
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={clsx(
        'top-14 z-1 h-9 whitespace-nowrap border-hairline border-b bg-page px-2 font-normal text-second text-small first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5 lg:sticky lg:px-3',
        className,
      )}
    />
  );
}

/** A head that sorts; says its direction to those who cannot see the arrow. */
export function SortHeader({
  children,
  direction,
  onSort,
  className,
}: {
  children: ReactNode;
  direction: 'asc' | 'desc' | null;
  onSort(): void;
  className?: string;
}) {
  const Arrow = direction === 'asc' ? ChevronUp : direction === 'desc' ? ChevronDown : ArrowUpDown;
  return (
    <Th
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
      {...(className ? { className } : {})}
    >
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          'group -mx-1.5 inline-flex h-7 items-center gap-1 rounded-small px-1.5 hover:text-main',
          direction && 'font-medium text-main',
        )}
      >
        {children}
        <Arrow
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className={direction ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
        />
      </button>
    </Th>
  );
}

export function Tr({ className, ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={clsx('group/row hover:bg-hover focus-within:bg-hover', className)} />;
}

export function Td({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      {...props}
      className={clsx(
        'h-10 border-hairline border-b px-2 first:pl-5 last:pr-5 group-last/row:border-b-0 lg:px-3',
        className,
      )}
    />
  );
}
