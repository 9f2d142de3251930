// The actions on the selected phones: the call for one phone, and the reasons that keep a phone from it.
import type { Client } from '@pocketfleet/client';
import type { Device } from '@pocketfleet/contract';
import { formatShortMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/many';
import { statusOf } from '../device-view.ts';
import type { Work } from './run-each.ts';
import type { Picture } from './save-pictures.ts';
import type { Action } from './use-runs.ts';

/** Sends a file to a phone: an APK is installed. Resolves with what became of it. */
export type PushFile = (
  device: Device,
  file: File,
  report: Parameters<Work<Device>>[1],
  signal: AbortSignal,
) => Promise<string>;

/** For what needs the phone itself. */
function liveObstacle(device: Device): string | null {
  const status = statusOf(device);
  if (status === 'scheduled') return texts.opensOn(formatShortMoment(device.starts_at));
  return status === 'offline' ? texts.offline : null;
}

export function returnAction(client: Client): Action {
  return {
    title: texts.handBack,
    running: texts.returning,
    isFinal: true,
    obstacle: (device) => (statusOf(device) === 'scheduled' ? texts.notStartedYet : null),
    async work({ assignment_id }) {
      await client.call('handBack', { params: { id: assignment_id } });
      return texts.returned;
    },
  };
}

export function labelAction(client: Client, label: string): Action {
  return {
    title: texts.label,
    running: texts.labelling,
    isFinal: true,
    obstacle: () => null,
    async work({ id }) {
      await client.call('namePhone', { params: { id }, body: { label } });
      return label.trim() === '' ? texts.labelRemoved : texts.labelled;
    },
  };
}

export function restartAction(client: Client): Action {
  return {
    title: texts.restart,
    running: texts.restarting,
    isFinal: true,
    obstacle: liveObstacle,
    async work({ id }) {
      const { is_back } = await client.call('restartDevice', { params: { id } });
      return is_back ? texts.restarted : texts.stillRestarting;
    },
  };
}

/** All files to each phone, one after the other. */
export function pushAction(files: readonly File[], pushFile: PushFile, isInstall: boolean): Action {
  const [first] = files;
  const name = files.length === 1 && first ? first.name : texts.filesNamed(files.length);
  return {
    title: isInstall ? texts.installing(name) : texts.pushing(name),
    running: texts.starting,
    isFinal: false,
    obstacle: liveObstacle,
    async work(device, report, signal) {
      let note = '';
      for (const file of files) note = await pushFile(device, file, report, signal);
      return note;
    },
  };
}

/** The pictures of one round are saved together. */
export function screenshotAction(client: Client): Action {
  let pictures: Picture[] = [];
  return {
    title: texts.screenshot,
    running: texts.takingScreenshot,
    isFinal: false,
    obstacle: liveObstacle,
    async work(device, _, signal) {
      const { takeScreenshot } = await import('./take-screenshot.ts');
      const content = await takeScreenshot(client, device, signal);
      pictures.push({ tag: device.tag, takenAt: new Date(), content });
      return texts.screenshotTaken;
    },
    async onEnd() {
      if (pictures.length === 0) return;
      const { savePictures } = await import('./save-pictures.ts');
      await savePictures(pictures);
      pictures = [];
    },
  };
}
