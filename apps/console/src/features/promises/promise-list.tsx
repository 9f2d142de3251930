import { Banner, StatusDot, Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { sentenceOf } from '../../api/errors.ts';
import { counted } from '../../parts/words.ts';
import type { PromiseRow } from './use-promises.ts';

/** Every promise of money and inventory, broken ones first with the rows that break them. */
export function PromiseList({ rows }: { rows: readonly PromiseRow[] }) {
  const broken = rows.filter(isBroken);
  const others = rows.filter((row) => !isBroken(row));
  return (
    <div className="flex flex-col gap-4">
      {broken.length > 0 ? (
        <Banner kind="error">
          {counted(broken.length, 'promise is', 'promises are')} broken. Nothing was changed: find the cause
          before you mend rows.
        </Banner>
      ) : null}
      <TableFrame label="Promises">
        <Table>
          <colgroup>
            <col className="w-36" />
            <col className="w-32" />
            <col />
          </colgroup>
          <thead>
            <tr>
              <Th>Check</Th>
              <Th>Holds</Th>
              <Th>Promise</Th>
            </tr>
          </thead>
          <tbody>
            {[...broken, ...others].map((row) => (
              <Tr key={row.id}>
                <Td className="whitespace-nowrap font-mono text-small">{row.id}</Td>
                <Td className="whitespace-nowrap">
                  <Holds checked={row.checked} />
                </Td>
                <Td className="py-2">
                  {row.promise}
                  {row.checked?.breaches?.length ? <Breaches breaches={row.checked.breaches} /> : null}
                  {row.checked?.error ? (
                    <span className="block text-second text-small">{sentenceOf(row.checked.error)}</span>
                  ) : null}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}

function isBroken({ checked }: PromiseRow): boolean {
  return (checked?.breaches?.length ?? 0) > 0;
}

function Holds({ checked }: Pick<PromiseRow, 'checked'>) {
  if (checked === undefined) {
    return (
      <span data-checking="">
        <StatusDot kind="done">Checking</StatusDot>
      </span>
    );
  }
  if (checked.breaches === undefined) return <StatusDot kind="warning">Not checked</StatusDot>;
  if (checked.breaches.length === 0) return <StatusDot kind="online">Holds</StatusDot>;
  return <StatusDot kind="error">{counted(checked.breaches.length, 'row')}</StatusDot>;
}

function Breaches({ breaches }: { breaches: readonly Record<string, unknown>[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1 rounded-control bg-sunken p-3 font-mono text-small">
      {breaches.map((breach) => (
        <li key={JSON.stringify(breach)} className="break-all">
          {JSON.stringify(breach)}
        </li>
      ))}
    </ul>
  );
}
