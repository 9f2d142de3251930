import type { CleaningRow } from '@pocketfleet/contract';
import { Button, Dialog, StatusDot } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { useState } from 'react';
import { NoValue } from '../../parts/cells.tsx';

/** The number of checks that were passed. A press shows each check with its result. */
export function Proof({ cleaning }: { cleaning: CleaningRow }) {
  const [isOpen, setOpen] = useState(false);
  const { evidence, tag } = cleaning;
  if (evidence.length === 0) return <NoValue />;
  const held = evidence.filter(({ ok }) => ok).length;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {held} of {evidence.length}
        <span className="sr-only">checks held for {tag}: show them</span>
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Proof for ${tag}`}
        description={`${held} of ${evidence.length} checks held.`}
      >
        <ul className="flex flex-col gap-3">
          {evidence.map(({ check, ok, detail }) => (
            <li key={check} className="flex flex-col gap-0.5">
              <StatusDot kind={ok ? 'online' : 'error'}>{humanize(check)}</StatusDot>
              <span className="break-words text-second text-small">{detail || 'Same as the baseline.'}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
