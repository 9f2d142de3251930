import { Dialog, IconButton } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import * as texts from '#language/keys';

const wide = '(min-width: 80rem)';

/** Whether the sheet stands beside the list, which then moves aside. */
export function useIsBeside(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
    () => false,
  );
}

type Props = { title: string; lead: string; onClose(): void; children: ReactNode };

/** A sheet at the right from 1280 px on; below, a dialog. */
export function KeySheet({ title, lead, onClose, children }: Props) {
  const isBeside = useIsBeside();
  if (isBeside) return <Beside {...{ title, lead, onClose }}>{children}</Beside>;
  return (
    <Dialog isOpen onOpenChange={onClose} title={title} description={lead}>
      {children}
    </Dialog>
  );
}

/** The list stays usable, so the focus isn't kept inside; it returns to where it was. */
function Beside({ title, lead, onClose, children }: Props) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={sheet}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="fixed top-16 right-3 bottom-3 z-20 flex w-[452px] flex-col rounded-card border border-hairline bg-surface shadow-popover outline-none"
    >
      <div className="flex items-start gap-4 p-6 pb-4">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-semibold text-lead">
            {title}
          </h2>
          <p className="mt-1 text-second">{lead}</p>
        </div>
        <IconButton label={texts.close} icon={<X size={16} />} className="-mr-2 -mt-1" onClick={onClose} />
      </div>
      {/* What has the focus isn't left below a form's buttons, which stay in view. */}
      <div style={{ scrollPaddingBottom: 80 }} className="overflow-y-auto px-6 pb-6">
        {children}
      </div>
    </div>
  );
}
