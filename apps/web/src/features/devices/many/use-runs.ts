import type { Device } from '@pocketfleet/contract';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/many';
import { sentenceOf } from './action-failed-error.ts';
import { type Progress, runEach, type Work } from './run-each.ts';

/** One action on one or many phones. */
export type Action = {
  title: string;
  /** The word for the action while it runs: "Installing". */
  running: string;
  isFinal: boolean;
  /** Why the action can't be done on a phone now; null when it can. */
  obstacle(device: Device): string | null;
  work: Work<Device>;
  /** After each round, such as to save what was collected. When it fails it can be called again. */
  onEnd?(): Promise<void>;
};

export type RunItem = Progress & { id: string; tag: string };
export type Run = {
  id: number;
  action: Action;
  items: readonly RunItem[];
  isRunning: boolean;
  /** Saving the collected files has failed; it can be tried again. */
  isUnsaved: boolean;
};

export type Runs = {
  list: readonly Run[];
  start(action: Action, devices: readonly Device[]): void;
  cancel(id: number): void;
  /** Again for those that have not succeeded. */
  retry(run: Run, devices: readonly Device[]): void;
  /** Saves what was collected, after that has failed. */
  saveAgain(run: Run): void;
  dismiss(id: number): void;
};

const maxListed = 10;

/** The runs of this page, newest first. They end with the page, so that nothing runs that no page shows. */
export function useRuns(): Runs {
  const [list, setList] = useState<readonly Run[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const change = (id: number, next: (run: Run) => Run) =>
    setList((known) => known.map((run) => (run.id === id ? next(run) : run)));
  const work = async (id: number, action: Action, devices: readonly Device[]) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    await runEach(devices, {
      ...action,
      signal: abort.signal,
      sentenceOf,
      words: { running: action.running, cancelled: texts.cancelled },
      onProgress: (device, progress) =>
        change(id, (run) => ({ ...run, items: replace(run.items, device.assignment_id, progress) })),
    });
    aborts.current.delete(id);
    await finish(id, action);
  };
  /** The run goes on until what it has collected is saved. */
  const finish = async (id: number, action: Action) => {
    const isSaved = await Promise.resolve(action.onEnd?.()).then(
      () => true,
      () => false,
    );
    change(id, (run) => ({ ...run, isRunning: false, isUnsaved: !isSaved }));
  };

  return {
    list,
    start(action, devices) {
      const id = ++lastId.current;
      const items = devices.map((device) => itemOf(action, device));
      const isRunning = items.some(({ state }) => state === 'waiting');
      setList((known) => withoutOldest([{ id, action, items, isRunning, isUnsaved: false }, ...known]));
      if (isRunning) void work(id, action, able(action, devices));
    },
    cancel: (id) => aborts.current.get(id)?.abort(),
    retry(run, devices) {
      const again = unfinished(run);
      const there = devices.filter(({ assignment_id }) => again.has(assignment_id));
      const ready = able(run.action, there);
      change(run.id, (known) => ({
        ...known,
        isRunning: ready.length > 0,
        // The pictures that were not saved yet are saved with the new ones.
        isUnsaved: ready.length === 0 && known.isUnsaved,
        items: known.items.map((item) => {
          if (!again.has(item.id)) return item;
          const device = there.find(({ assignment_id }) => assignment_id === item.id);
          return device
            ? itemOf(run.action, device)
            : { ...item, state: 'skipped', note: texts.noLongerYours };
        }),
      }));
      if (ready.length > 0) void work(run.id, run.action, ready);
    },
    saveAgain({ id, action }) {
      change(id, (run) => ({ ...run, isRunning: true, isUnsaved: false }));
      void finish(id, action);
    },
    dismiss: (id) => setList((known) => known.filter((run) => run.id !== id)),
  };
}

/** Pure: the newest runs, and each that is still running or has something to save, however old it is. */
export function withoutOldest(runs: readonly Run[]): readonly Run[] {
  return runs.filter(({ isRunning, isUnsaved }, index) => isRunning || isUnsaved || index < maxListed);
}

/** The phones of a run on which its action was not done. */
export function unfinished({ items }: Pick<Run, 'items'>): ReadonlySet<string> {
  return new Set(items.filter(({ state }) => state !== 'done').map(({ id }) => id));
}

function able({ obstacle }: Action, devices: readonly Device[]): Device[] {
  return devices.filter((device) => obstacle(device) === null);
}

function itemOf({ obstacle }: Action, device: Device): RunItem {
  const { assignment_id: id, tag } = device;
  const note = obstacle(device);
  if (note !== null) return { id, tag, state: 'skipped', note };
  return { id, tag, state: 'waiting', note: texts.waiting };
}

function replace(items: readonly RunItem[], id: string, progress: Progress): RunItem[] {
  return items.map((item) => (item.id === id ? { id, tag: item.tag, ...progress } : item));
}
