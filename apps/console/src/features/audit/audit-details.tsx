import type { AuditRow } from '@pocketfleet/contract';
import { Button, Dialog } from '@pocketfleet/ui';
import { useState } from 'react';
import { Facts } from '../../parts/facts.tsx';
import { exactMoment, nameInWords } from '../../parts/words.ts';

/** Everything that the log holds of one act. */
export function AuditDetails({ row }: { row: AuditRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Details<span className="sr-only"> of {nameInWords(row.act)}</span>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={nameInWords(row.act)}>
        <Facts
          facts={[
            ['When', exactMoment(row.at)],
            ['Who', row.operator || 'nobody was signed in'],
            ['Role', row.role || '–'],
            ['From', row.address],
            ['On', [nameInWords(row.subject), row.subject_name].filter(Boolean).join(' ')],
            ['Its id', row.subject_id ?? '–'],
            ['Why', row.reason || '–'],
            ['Outcome', nameInWords(row.outcome)],
            ['Refusal', row.refusal ?? '–'],
            ...Object.entries(row.details).map(
              ([name, value]) =>
                [nameInWords(name), typeof value === 'string' ? value : JSON.stringify(value)] as const,
            ),
          ]}
        />
      </Dialog>
    </>
  );
}
