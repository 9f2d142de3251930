import { Button } from '@pocketfleet/ui';
import { formatBytes } from '@pocketfleet/ui/format';
import clsx from 'clsx';
import * as appTexts from '#language/apps';
import * as texts from '#language/session';
import { useSessionPage } from './session-page-context.ts';
import type { Transfer } from './use-transfers.ts';

/** Transfers to and from the phone, newest first. */
export function TransferList() {
  const { transfers } = useSessionPage();
  if (transfers.list.length === 0) return null;
  const hasFinished = transfers.list.some(({ state }) => state !== 'running' && state !== 'waiting');
  return (
    <section
      aria-label={texts.transfers}
      className="max-h-64 shrink-0 overflow-y-auto border-hairline border-t p-4"
    >
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-body">{texts.transfers}</h2>
        {hasFinished ? (
          <Button size="small" kind="quiet" onClick={transfers.clearFinished}>
            {texts.clearFinished}
          </Button>
        ) : null}
      </div>
      <ul className="mt-2 space-y-3">
        {transfers.list.map((transfer) => (
          <TransferRow
            key={transfer.id}
            transfer={transfer}
            onCancel={() => transfers.cancel(transfer.id)}
            onRetry={() => transfers.retry(transfer.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function TransferRow(props: { transfer: Transfer; onCancel(): void; onRetry(): void }) {
  const { transfer, onCancel } = props;
  const { name, size, bytes, label, state } = transfer;
  const isOpen = state === 'running' || state === 'waiting';
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((bytes / size) * 100));
  return (
    <li className="text-small">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        {isOpen ? (
          <>
            <span className="font-mono text-second tabular-nums">
              {texts.ofLabel(percent, formatBytes(size))}
            </span>
            <Button size="small" aria-label={texts.cancel(name)} onClick={onCancel}>
              {texts.cancelLabel}
            </Button>
          </>
        ) : null}
        {state === 'failed' || state === 'cancelled' ? (
          <Button size="small" aria-label={appTexts.tryAgain(name)} onClick={props.onRetry}>
            {texts.tryAgain}
          </Button>
        ) : null}
      </div>
      {state === 'running' ? (
        <div
          role="progressbar"
          aria-label={name}
          aria-valuenow={percent}
          className="mt-1.5 h-1 overflow-hidden rounded-full bg-hairline"
        >
          <div className="h-full bg-main dark:bg-lime" style={{ width: `${percent}%` }} />
        </div>
      ) : null}
      <p
        role="status"
        className={clsx(
          'mt-1 text-caption',
          state === 'failed' ? 'text-error' : state === 'done' ? 'text-online' : 'text-second',
        )}
      >
        {label}
      </p>
    </li>
  );
}
