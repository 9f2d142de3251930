import type { Player } from '@pocketfleet/stream-player';
import { saveFile, toast } from '@pocketfleet/ui';
import { useEffect, useState } from 'react';
import * as texts from '#language/session';
import { fileNameFor } from '../../streams/file-name.ts';

export type RecordingState = {
  isOn: boolean;
  /** When the first frame was recorded, in ms since 1970; null before. */
  sinceMs: number | null;
  toggle(): void;
};

/** Records the stream into files that the browser saves, also when the page is left. */
export function useRecording(player: Player | null, tag: string, hasFrame: boolean): RecordingState {
  const [isOn, setOn] = useState(false);
  const [sinceMs, setSinceMs] = useState<number | null>(null);

  useEffect(() => {
    if (!isOn || !player) return;
    let [isStopped, stop] = [false, () => {}];
    const start = async () => {
      // Loaded with the first recording, because it is large.
      const { startRecorder } = await import('./recorder.ts');
      if (isStopped) return;
      stop = startRecorder(player, {
        onStarted: () => setSinceMs((known) => known ?? Date.now()),
        onFile: (file) => void saveRecording(file, tag),
        onFull() {
          toast.info(texts.theRecordingHasReached1);
          setOn(false);
        },
      });
    };
    start().catch(() => {
      setOn(false);
      toast.error(texts.theRecorderCould);
    });
    return () => {
      isStopped = true;
      stop();
      setOn(false);
      setSinceMs(null);
    };
  }, [isOn, player, tag]);

  return {
    isOn,
    sinceMs,
    toggle() {
      if (!isOn && !hasFrame) return void toast.error(texts.thereIsNoPictureToRecord);
      if (isOn && sinceMs === null) toast.info(texts.nothingWasRecordedThePhone);
      setOn(!isOn);
    },
  };
}

async function saveRecording(file: Promise<Blob>, tag: string): Promise<void> {
  try {
    const name = fileNameFor(tag, new Date(), 'mp4');
    saveFile(await file, name);
    toast.success(texts.recordingSavedAs(name));
  } catch {
    toast.error(texts.theRecordingCouldNotBeWritten);
  }
}
