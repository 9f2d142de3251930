import { Button } from '@pocketfleet/ui';
import { formatCount, formatLocalMoment } from '@pocketfleet/ui/format';
import { IntegrityCheckList } from '../features/integrity-checks/integrity-check-list.tsx';
import {
  type IntegrityCheck,
  useIntegrityChecks,
} from '../features/integrity-checks/use-integrity-checks.ts';
import { WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';

const title = 'Money and inventory';

/** The same checks as `pocketfleet audit`: the invariants of money and inventory, checked now. */
export function IntegrityChecksPage() {
  const { list, rows, checkedAtMs, isChecking, checkNow } = useIntegrityChecks();
  if (!list.data) return <WaitingPage title={title} subject="The list of checks" query={list} />;
  return (
    <Page
      title={title}
      count={countOf(rows, checkedAtMs)}
      actions={
        <Button size="small" isBusy={isChecking} onClick={checkNow}>
          Check now
        </Button>
      }
    >
      <IntegrityCheckList rows={rows} />
    </Page>
  );
}

/** "34 checks, 12 done", at the end "34 checks, done Nov 23, 09:00". */
function countOf(rows: readonly IntegrityCheck[], checkedAtMs: number): string {
  const checkedCount = rows.filter(({ result }) => result !== undefined).length;
  const isComplete = checkedAtMs > 0 && checkedCount === rows.length;
  const checked = isComplete ? `done ${formatLocalMoment(checkedAtMs)}` : `${checkedCount} done`;
  return `${formatCount(rows.length, 'check')}, ${checked}`;
}
