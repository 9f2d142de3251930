import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** The look of a card, for an element that can't be a `Card`: a list item, a form. */
export const cardClass = 'min-w-0 rounded-card border border-hairline bg-surface';

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  title?: string;
  lead?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Below a line, on a sunken ground. */
  footer?: ReactNode;
  padding?: 'small' | 'medium' | 'large';
};

/** A piece of a page with a border around it. Its title names it for screen readers, too. */
export function Card(all: Props) {
  const { title, lead, aside, footer, padding = 'medium', className, children, ...props } = all;
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...props}
      className={clsx(cardClass, footer && 'overflow-clip', className)}
    >
      <div className={{ small: 'p-4', medium: 'p-5 sm:p-6', large: 'p-6 sm:p-8' }[padding]}>
        {title ? (
          <div className="mb-4 flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div style={lead ? { flex: '1 1 12rem' } : undefined}>
              <h2 id={titleId} className="font-semibold text-card">
                {title}
              </h2>
              {lead ? <p className="text-second text-small">{lead}</p> : null}
            </div>
            {aside}
          </div>
        ) : null}
        {children}
      </div>
      {footer ? <div className="border-hairline border-t bg-sunken p-5 sm:px-6 sm:py-4">{footer}</div> : null}
    </section>
  );
}
