import { FilesFailedError } from '@pocketfleet/client/files-failed-error';
import { downloadFolder, fileNameError, maxFileBytes } from '@pocketfleet/contract';
import { saveFile } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/session';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../streams/start-stream.ts';

export type Transfer = {
  id: number;
  name: string;
  /** 0 while not known. */
  size: number;
  bytes: number;
  label: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
};

export type Transfers = {
  list: readonly Transfer[];
  /** Some have not ended. Leaving the page cancels them. */
  isRunning: boolean;
  /** Installs an APK; puts any other file into `folder`. */
  push(files: Iterable<File>, folder?: string): void;
  pull(path: string, name: string, size: number): void;
  cancel(id: number): void;
  /** Starts a failed or cancelled one again, at the place in the list that it has. */
  retry(id: number): void;
  clearFinished(): void;
};

type Work = (signal: AbortSignal, id: number) => Promise<string>;

const maxListed = 100;

/** Loaded with the first transfer, because most visits have none. */
const loadTransfer = () => import('./phone-files.ts');
const loadFetchedFile = () => import('../../streams/fetched-file.ts');

/**
 * Transfers to and from one phone, one after the other: two at once would only share the same cable. They end with the
 * component, so that nothing runs or is saved that no page shows.
 */
export function useTransfers(deviceId: string): Transfers {
  const client = useClient();
  const queries = useQueryClient();
  const startStream = createStartStream(client, deviceId, 'files');
  const [list, setList] = useState<readonly Transfer[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const aborts = useRef(new Map<number, AbortController>());
  /** The work that is left, so that it can be tried again. */
  const works = useRef(new Map<number, { size: number; work: Work }>());
  const lastId = useRef(0);

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const update = (id: number, change: Partial<Transfer>) =>
    setList((known) => known.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const add = (about: Pick<Transfer, 'name' | 'size'>, work: Work) => {
    const id = ++lastId.current;
    works.current.set(id, { size: about.size, work });
    const fresh: Transfer = { id, ...about, bytes: 0, label: texts.waiting, state: 'waiting' };
    setList((known) => [fresh, ...known].slice(0, maxListed));
    enqueue(id);
  };
  const enqueue = (id: number) => {
    const known = works.current.get(id);
    if (known === undefined) return;
    const { size, work } = known;
    const abort = new AbortController();
    aborts.current.set(id, abort);
    queue.current = queue.current.then(async () => {
      try {
        if (abort.signal.aborted) return;
        update(id, { state: 'running', label: texts.starting });
        const label = await work(abort.signal, id);
        update(id, { state: 'done', bytes: size, label });
        works.current.delete(id);
      } catch (error) {
        if (abort.signal.aborted) return;
        const label = error instanceof FilesFailedError ? error.message : texts.somethingWentWrong;
        update(id, { state: 'failed', label });
      } finally {
        // A cancelled one may have been started again meanwhile.
        if (aborts.current.get(id) === abort) aborts.current.delete(id);
      }
    });
  };

  return {
    list,
    isRunning: list.some(isOpen),
    push(files, folder = downloadFolder) {
      for (const file of files) {
        const install = /\.apk$/i.test(file.name);
        add({ name: file.name, size: file.size }, async (signal, id) => {
          const error = fileNameError(file.name);
          if (error !== null) throw new FilesFailedError(error, false);
          if (file.size > maxFileBytes) throw new FilesFailedError('Files may have 2 GB at most.', false);
          const options = { folder: install ? downloadFolder : folder, install };
          const { pushFile } = await loadTransfer();
          await pushFile(startStream, file, options, (progress) => update(id, progress), signal);
          const queryKey = [install ? 'phone-apps' : 'phone-files', deviceId];
          void queries.invalidateQueries({ queryKey });
          return install ? texts.installed : texts.inLabel(folder);
        });
      }
    },
    pull(path, name, size) {
      add({ name, size }, async (signal, id) => {
        const [{ pullFile }, { createFetchedFile }] = await Promise.all([loadTransfer(), loadFetchedFile()]);
        const file = await createFetchedFile();
        saveFile(await pullFile(startStream, path, file, (progress) => update(id, progress), signal), name);
        return texts.savedOnThisComputer;
      });
    },
    cancel(id) {
      aborts.current.get(id)?.abort();
      update(id, { state: 'cancelled', label: texts.cancelled });
    },
    retry(id) {
      update(id, { state: 'waiting', bytes: 0, label: texts.waiting });
      enqueue(id);
    },
    clearFinished() {
      for (const { id } of list.filter((one) => !isOpen(one))) works.current.delete(id);
      setList((known) => known.filter(isOpen));
    },
  };
}

function isOpen({ state }: Transfer): boolean {
  return state === 'waiting' || state === 'running';
}
