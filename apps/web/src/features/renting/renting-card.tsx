import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

/** A titled part of a rent page. */
export function RentingCard(props: {
  title: string;
  lead?: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
  /** Below a line, on a sunken ground. */
  foot?: ReactNode;
  className?: string;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={clsx(
        'min-w-0 overflow-clip rounded-card border border-hairline bg-surface',
        props.className,
      )}
    >
      <div className="p-5 sm:p-6">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={titleId} className="font-semibold text-card">
            {props.title}
          </h2>
          {props.aside}
        </div>
        {props.lead ? <p className="text-second text-small">{props.lead}</p> : null}
        <div className="mt-4">{props.children}</div>
      </div>
      {props.foot ? (
        <div className="border-hairline border-t bg-sunken p-5 sm:px-6 sm:py-4">{props.foot}</div>
      ) : null}
    </section>
  );
}
