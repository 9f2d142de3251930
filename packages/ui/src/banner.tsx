import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type BannerKind = 'info' | 'success' | 'warning' | 'error';

/**
 * A message that stays on the page. Errors and warnings interrupt; the others wait their turn. Only the words are
 * announced: an action, which may be a form, stands beside them, so that typing into it announces nothing again.
 */
export function Banner({
  kind = 'info',
  children,
  action,
}: {
  kind?: BannerKind;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert }[kind];
  return (
    <div
      className={clsx(
        'flex items-start gap-3 rounded-control border px-4 py-3 text-body',
        {
          info: 'border-hairline bg-sunken text-main',
          success: 'border-online-bar/40 bg-online-tint text-online',
          warning: 'border-warning-bar/40 bg-warning-tint text-warning',
          error: 'border-error-bar/40 bg-error-tint text-error',
        }[kind],
      )}
    >
      <Icon size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <div role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>{children}</div>
        {action ? <div className="mt-2">{action}</div> : null}
      </div>
    </div>
  );
}
