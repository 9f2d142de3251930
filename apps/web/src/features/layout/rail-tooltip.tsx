import { Tooltip } from '@pocketfleet/ui';
import type { ReactElement } from 'react';

/** The name of a page beside its icon. A default export, because it is loaded only with a rail. */
export default function RailTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip content={label} side="right">
      {children}
    </Tooltip>
  );
}
