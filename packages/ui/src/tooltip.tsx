import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';

export const tooltipClass =
  'pf-fade z-50 max-w-72 rounded-small bg-main px-2.5 py-1.5 text-caption text-page';

/** Additional text for a control on hover and focus. The control has a name of its own. */
export function Tooltip({
  content,
  side = 'top',
  children,
}: {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
}) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content side={side} sideOffset={6} collisionPadding={8} className={tooltipClass}>
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
