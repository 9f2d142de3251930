// Sends a file to one of several selected phones, as the session page does for its one phone.
import type { Client } from '@pocketfleet/client';
import { FilesFailedError } from '@pocketfleet/client/files-failed-error';
import { downloadFolder, fileNameError, maxFileBytes } from '@pocketfleet/contract';
import * as texts from '#language/session';
import { ActionFailedError } from '../features/devices/many/action-failed-error.ts';
import type { PushFile } from '../features/devices/many/actions.ts';
import { createStartStream } from '../streams/start-stream.ts';

/** An APK is installed; any other file goes into Download. */
export function createPush(client: Client): PushFile {
  return async (device, file, report, signal) => {
    const nameError = fileNameError(file.name);
    if (nameError !== null) throw new ActionFailedError(nameError);
    if (file.size > maxFileBytes) throw new ActionFailedError(texts.filesMayHave2Gb);
    const install = /\.apk$/i.test(file.name);
    const { pushFile } = await import('../features/streaming/phone-files.ts');
    const startStream = createStartStream(client, device.id, 'files');
    const onProgress = ({ bytes, label }: { bytes: number; label: string }) =>
      report({ note: label, ...(file.size === 0 ? {} : { part: bytes / file.size }) });
    try {
      await pushFile(startStream, file, { folder: downloadFolder, install }, onProgress, signal);
    } catch (error) {
      throw error instanceof FilesFailedError ? new ActionFailedError(error.message) : error;
    }
    return install ? texts.installed : texts.inLabel(downloadFolder);
  };
}
