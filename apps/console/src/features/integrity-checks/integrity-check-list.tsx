import { Banner, type Column, DataTable, StatusDot } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import { errorMessage } from '../../api/errors.ts';
import { adviceOn } from './advice.ts';
import type { IntegrityCheck } from './use-integrity-checks.ts';

const columns: readonly Column<IntegrityCheck>[] = [
  {
    key: 'result',
    title: 'Result',
    widthPx: 130,
    cell: ({ result }) => <CheckResult result={result} />,
  },
  {
    key: 'invariant',
    title: 'What must hold',
    widthPx: 820,
    isMultiline: true,
    isOwnLine: true,
    cell: ({ id, invariant, result }) => (
      <>
        {asSentence(invariant)}
        {result?.breaches?.length ? (
          <>
            <Meaning id={id} />
            <Breaches breaches={result.breaches} />
          </>
        ) : null}
        {result?.error ? (
          <span className="block text-second text-small">{errorMessage(result.error)}</span>
        ) : null}
      </>
    ),
  },
  { key: 'check', title: 'Check', widthPx: 130, isMono: true, cell: ({ id }) => id },
];

/** Every invariant of money and inventory, broken ones first with the rows that break them. */
export function IntegrityCheckList({ rows }: { rows: readonly IntegrityCheck[] }) {
  const broken = rows.filter(isBroken);
  const unchecked = rows.filter(({ result }) => result?.error !== undefined);
  const others = rows.filter((row) => !isBroken(row) && row.result?.error === undefined);
  return (
    <div className="flex flex-col gap-4">
      {broken.length > 0 ? (
        <Banner kind="error">
          {formatCount(broken.length, 'check has', 'checks have')} failed. Nothing was changed: find the cause
          before you correct rows.
        </Banner>
      ) : null}
      <DataTable
        label="Integrity checks"
        rows={[...broken, ...unchecked, ...others]}
        rowKey={({ id }) => id}
        columns={columns}
      />
    </div>
  );
}

/** "No device is in two holds." */
function asSentence(invariant: string): string {
  return `${invariant.charAt(0).toUpperCase()}${invariant.slice(1)}.`;
}

function Meaning({ id }: { id: string }) {
  const { consequence, action } = adviceOn(id);
  return (
    <span className="mt-1 block">
      <span className="font-medium">{consequence}</span> <span className="text-second">{action}</span>
    </span>
  );
}

function isBroken({ result }: IntegrityCheck): boolean {
  return (result?.breaches?.length ?? 0) > 0;
}

function CheckResult({ result }: Pick<IntegrityCheck, 'result'>) {
  if (result === undefined) {
    return (
      <span data-checking="">
        <StatusDot kind="done">Checking</StatusDot>
      </span>
    );
  }
  if (result.breaches === undefined) return <StatusDot kind="warning">Not checked</StatusDot>;
  if (result.breaches.length === 0) return <StatusDot kind="online">Holds</StatusDot>;
  return <StatusDot kind="error">{formatCount(result.breaches.length, 'row')}</StatusDot>;
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
