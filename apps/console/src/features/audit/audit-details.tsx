import type { AuditRow } from '@pocketfleet/contract';
import { Button, DescriptionList, Dialog } from '@pocketfleet/ui';
import { formatExactMoment, humanize } from '@pocketfleet/ui/format';
import { useState } from 'react';

/** Everything that the log holds of one action. */
export function AuditDetails({ row }: { row: AuditRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Details<span className="sr-only"> of {humanize(row.act)}</span>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={humanize(row.act)}>
        <DescriptionList
          items={[
            ['When', formatExactMoment(row.at)],
            ['Who', row.operator || 'nobody was signed in'],
            ['Role', row.role || '–'],
            ['From', row.address],
            ['On', [humanize(row.subject), row.subject_name].filter(Boolean).join(' ')],
            ['Its id', row.subject_id ?? '–'],
            ['Why', row.reason || '–'],
            ['Outcome', humanize(row.outcome)],
            ['Refusal', row.refusal ?? '–'],
            ...Object.entries(row.details).map(
              ([name, value]) =>
                [humanize(name), typeof value === 'string' ? value : JSON.stringify(value)] as const,
            ),
          ]}
        />
      </Dialog>
    </>
  );
}
