import type { Device } from '@pocketfleet/contract';
import { Button, IconButton } from '@pocketfleet/ui';
import clsx from 'clsx';
import { X } from 'lucide-react';
import * as texts from '#language/many';
import type { ItemState } from './run-each.ts';
import { type Run, type RunItem, type Runs, unfinished } from './use-runs.ts';

/** The outcome of each phone; stays until it is dismissed. */
export function RunList({ runs, devices }: { runs: Runs; devices: readonly Device[] }) {
  if (runs.list.length === 0) return null;
  return (
    <section
      aria-label={texts.results}
      className="max-h-[min(45vh,24rem)] divide-y divide-hairline overflow-y-auto border-hairline border-b"
    >
      {runs.list.map((run) => (
        <RunCard key={run.id} run={run} runs={runs} devices={devices} />
      ))}
    </section>
  );
}

function RunCard({ run, runs, devices }: { run: Run; runs: Runs; devices: readonly Device[] }) {
  const { items, action, isRunning, id } = run;
  const done = items.filter(({ state }) => state === 'done').length;
  const left = unfinished(run).size;
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 flex-1 truncate font-medium max-sm:basis-full">
          {texts.onPhones(action.title, items.length)}
        </h2>
        <p role="status" className="text-second text-small tabular-nums">
          {texts.doneOf(done, items.length)}
          {isRunning || left === 0 ? '' : texts.notDone(left)}
        </p>
        {isRunning ? (
          <Button size="small" onClick={() => runs.cancel(id)}>
            {texts.cancel}
          </Button>
        ) : (
          <>
            {run.isUnsaved ? (
              <Button size="small" onClick={() => runs.saveAgain(run)}>
                {texts.saveAgain}
              </Button>
            ) : null}
            {left === 0 ? null : (
              <Button size="small" onClick={() => runs.retry(run, devices)}>
                {texts.tryAgainOn(left)}
              </Button>
            )}
            <IconButton
              size="small"
              label={texts.dismiss}
              icon={<X size={14} />}
              onClick={() => runs.dismiss(id)}
            />
          </>
        )}
      </div>
      <p role="alert" className="text-error text-small empty:hidden">
        {run.isUnsaved ? texts.picturesNotSaved : null}
      </p>
      <ul className="mt-2 grid gap-x-6 gap-y-1 text-small sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <RunRow key={item.id} item={item} />
        ))}
      </ul>
    </div>
  );
}

const tones: Record<ItemState, string> = {
  waiting: 'text-third',
  running: 'text-main',
  done: 'text-online',
  failed: 'text-error',
  cancelled: 'text-second',
  skipped: 'text-warning',
};

function RunRow({ item }: { item: RunItem }) {
  const { tag, state, note, part } = item;
  const percent = part === undefined ? undefined : Math.floor(100 * part);
  return (
    <li className="flex min-w-0 items-baseline gap-3">
      <span className="shrink-0 font-medium font-mono">{tag}</span>
      <span className={clsx('min-w-0 flex-1 break-words', tones[state])}>
        {state === 'failed' || state === 'skipped' ? (
          <span className="sr-only">{`${texts.states[state]}: `}</span>
        ) : null}
        {percent === undefined ? note : texts.percentOf(note, percent)}
      </span>
    </li>
  );
}
