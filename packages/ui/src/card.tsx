import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** The looks of a card, for an element that can't be a `Card`: a list item, a label. */
export const cardClass = 'min-w-0 rounded-card border border-hairline bg-surface';

type Props = Omit<ComponentProps<'section'>, 'title'> & { title?: ReactNode; lead?: ReactNode };

/** A piece of a page with a border around it. `className` may bring another padding than the usual one. */
export function Card({ title, lead, className, children, ...props }: Props) {
  return (
    <section {...props} className={clsx(cardClass, className ?? 'p-5 sm:p-6')}>
      {title ? <h2 className="font-semibold text-card">{title}</h2> : null}
      {lead ? <p className="mt-1 text-second">{lead}</p> : null}
      {title ? <div className="mt-5">{children}</div> : children}
    </section>
  );
}
