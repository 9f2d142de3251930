import { downloadFolder, fileNameError, maxFileBytes } from '@pocketfleet/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../api/streams.ts';
import { FilesFailedError } from './files-failed-error.ts';
import { saveFile } from './save-file.ts';

export type Transfer = {
  id: number;
  name: string;
  /** 0 while not known. */
  size: number;
  bytes: number;
  words: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
};

export type Transfers = {
  list: readonly Transfer[];
  /** Some are not at their end: leaving the page ends them. */
  isRunning: boolean;
  /** An APK is installed, anything else put into `folder`. */
  push(files: Iterable<File>, folder?: string): void;
  pull(path: string, name: string, size: number): void;
  cancel(id: number): void;
  forgetFinished(): void;
};

const maxListed = 100;

/** Loaded with the first transfer: most visits have none. */
const loadTransfer = () => import('./phone-files.ts');
const loadFetchedFile = () => import('./fetched-file.ts');

/**
 * Transfers from and to one phone, one after the other: two at once would only share the same cable. They end with
 * the component: nothing goes on, and nothing is saved, that no page shows.
 */
export function useTransfers(deviceId: string, onChanged: (installed: boolean) => void): Transfers {
  const client = useClient();
  const startStream = useMemo(() => createStartStream(client, deviceId, 'files'), [client, deviceId]);
  const [list, setList] = useState<readonly Transfer[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const aborts = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const learn = (id: number, news: Partial<Transfer>) =>
    setList((known) => known.map((one) => (one.id === id ? { ...one, ...news } : one)));
  const add = (
    about: { name: string; size: number },
    work: (signal: AbortSignal, id: number) => Promise<string>,
  ) => {
    const id = ++lastId.current;
    const abort = new AbortController();
    aborts.current.set(id, abort);
    const fresh: Transfer = { id, ...about, bytes: 0, words: 'Waiting', state: 'waiting' };
    setList((known) => [fresh, ...known].slice(0, maxListed));
    queue.current = queue.current.then(async () => {
      try {
        if (abort.signal.aborted) return;
        learn(id, { state: 'running', words: 'Starting' });
        const words = await work(abort.signal, id);
        learn(id, { state: 'done', bytes: about.size, words });
      } catch (error) {
        if (abort.signal.aborted) return;
        const words = error instanceof FilesFailedError ? error.message : 'Something went wrong.';
        learn(id, { state: 'failed', words });
      } finally {
        aborts.current.delete(id);
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
          const trouble = fileNameError(file.name);
          if (trouble !== null) throw new FilesFailedError(trouble, false);
          if (file.size > maxFileBytes) throw new FilesFailedError('Files may have 2 GB at most.', false);
          const options = { folder: install ? downloadFolder : folder, install };
          const { pushFile } = await loadTransfer();
          await pushFile(startStream, file, options, (progress) => learn(id, progress), signal);
          onChanged(install);
          return install ? 'Installed' : `In ${folder}`;
        });
      }
    },
    pull(path, name, size) {
      add({ name, size }, async (signal, id) => {
        const [{ pullFile }, { createFetchedFile }] = await Promise.all([loadTransfer(), loadFetchedFile()]);
        const place = await createFetchedFile();
        saveFile(await pullFile(startStream, path, place, (progress) => learn(id, progress), signal), name);
        return 'Saved on this computer';
      });
    },
    cancel(id) {
      aborts.current.get(id)?.abort();
      learn(id, { state: 'cancelled', words: 'Cancelled' });
    },
    forgetFinished: () => setList((known) => known.filter(isOpen)),
  };
}

function isOpen({ state }: Transfer): boolean {
  return state === 'waiting' || state === 'running';
}
