import clsx from 'clsx';
import { ArrowUpDown, ChevronDown, ChevronUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** The frame around a table: hairline, rounded, scrolls sideways in itself when it must. */
export function TableFrame({ children, label }: { children: ReactNode; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-hairline bg-surface"
    >
      {children}
    </section>
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
        'sticky top-0 z-1 h-9 whitespace-nowrap border-hairline border-b bg-page px-3 font-normal text-second text-small first:pl-5 last:pr-5',
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
        'h-10 border-hairline border-b px-3 first:pl-5 last:pr-5 group-last/row:border-b-0',
        className,
      )}
    />
  );
}
