// A phone's files on a page: the client's transfers with the page's tickets and sentences.
import {
  type AskForTicket,
  deleteFile as deleteByTicket,
  listFolder as listByTicket,
  pullFile as pullByTicket,
  pushFile as pushByTicket,
  type TransferProgress,
  type TransferStage,
} from '@pocketfleet/client/files';
import { FilesFailedError } from '@pocketfleet/client/files-failed-error';
import type { FileEntry } from '@pocketfleet/contract';
import { type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import * as texts from '#language/session';
import type { FetchedFile } from '../../streams/fetched-file.ts';

export type Progress = { bytes: number; label: string };
type OnProgress = (progress: Progress) => void;

const labels: Record<TransferStage, string> = {
  waiting: texts.waitingForTheConnection,
  sending: texts.sending,
  storing: texts.storing,
  installing: texts.installing,
  fetching: texts.fetching,
};

export function listFolder(
  startStream: StartStream,
  path: string,
  signal: AbortSignal,
): Promise<{ entries: FileEntry[]; is_cut: boolean }> {
  return listByTicket(ticketsOf(startStream), path, signal);
}

export function deleteFile(startStream: StartStream, path: string, signal: AbortSignal): Promise<void> {
  return deleteByTicket(ticketsOf(startStream), path, signal);
}

/** Sends a file into a folder of the phone, or installs it. */
export function pushFile(
  startStream: StartStream,
  file: File,
  options: { folder: string; install: boolean },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const { name, lastModified } = file;
  const push = { content: file, name, modifiedMs: lastModified };
  return pushByTicket(ticketsOf(startStream), push, options, labelled(onProgress), signal);
}

/** Fetches a file of the phone into `file`. Fails if the phone's file has changed when a lost connection is back. */
export async function pullFile(
  startStream: StartStream,
  path: string,
  file: FetchedFile,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Blob> {
  const onSize = (size: number): void => {
    if (size > file.maxBytes) throw new FilesFailedError(texts.noRoomInThisWindow, false);
  };
  try {
    const options = { onProgress: labelled(onProgress), onSize };
    for await (const block of pullByTicket(ticketsOf(startStream), path, options, signal)) {
      // The next block is taken once this one is on the disk; the client buffers faster ones.
      await file.append(block);
    }
    signal.throwIfAborted();
    return await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function ticketsOf(startStream: StartStream): AskForTicket {
  return (signal) =>
    startStream(signal).catch((error: unknown) => {
      if (error instanceof StreamRefusedError)
        throw new FilesFailedError(error.message, error.reconnect, error.code);
      throw error;
    });
}

function labelled(onProgress: OnProgress): (progress: TransferProgress) => void {
  return ({ bytes, stage }) => onProgress({ bytes, label: labels[stage] });
}
