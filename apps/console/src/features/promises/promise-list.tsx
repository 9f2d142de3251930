import type { AnswerOf, operatorRoutes } from '@pocketfleet/contract';
import { Banner, StatusDot, Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { counted } from '../../parts/words.ts';

type Checked = AnswerOf<typeof operatorRoutes.runMoneyAudit>['checks'][number];

/** Every promise of money and inventory, broken ones first with the rows that break them. */
export function PromiseList({ checks }: { checks: readonly Checked[] }) {
  const broken = checks.filter(({ breaches }) => breaches.length > 0);
  const holding = checks.filter(({ breaches }) => breaches.length === 0);
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
          <thead>
            <tr>
              <Th>Check</Th>
              <Th>Holds</Th>
              <Th>Promise</Th>
            </tr>
          </thead>
          <tbody>
            {[...broken, ...holding].map((check) => (
              <Tr key={check.id}>
                <Td className="whitespace-nowrap font-mono text-small">{check.id}</Td>
                <Td className="whitespace-nowrap">
                  {check.breaches.length === 0 ? (
                    <StatusDot kind="online">Holds</StatusDot>
                  ) : (
                    <StatusDot kind="error">{counted(check.breaches.length, 'row')}</StatusDot>
                  )}
                </Td>
                <Td className="py-2">
                  {check.promise}
                  {check.breaches.length > 0 ? <Breaches breaches={check.breaches} /> : null}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}

function Breaches({ breaches }: Pick<Checked, 'breaches'>) {
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
