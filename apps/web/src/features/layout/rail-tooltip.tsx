import { Tooltip } from '@pocketfleet/ui';
import type { ReactElement } from 'react';

/** The name of a page beside its icon, which a screen reader knows already. A default export, because it is loaded only with a rail. */
export default function RailTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip content={<span aria-hidden="true">{label}</span>} side="right">
      {children}
    </Tooltip>
  );
}
