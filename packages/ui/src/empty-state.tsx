import type { ReactNode } from 'react';

/** Shown where there is no data: the reason, and one next step. `isAlert` is for failures, which are announced at once. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  isAlert,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
}) {
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className="flex flex-col items-center rounded-card border border-hairline bg-surface px-6 py-16 text-center"
    >
      {icon ? (
        <span
          aria-hidden="true"
          className="mb-5 inline-flex size-12 items-center justify-center rounded-card border border-hairline bg-page text-second [&_svg]:size-5"
        >
          {icon}
        </span>
      ) : null}
      <h2 className="font-semibold text-card">{title}</h2>
      {children ? <div className="mt-1 max-w-[440px] text-balance text-second">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
