import type { Player } from '@pocketfleet/stream-player';
import type { Packet } from '@pocketfleet/stream-protocol';
import { toast } from '@pocketfleet/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Recording } from './recording.ts';
import { fileNameFor, saveFile } from './save-file.ts';

export type Recorder = {
  isOn: boolean;
  /** When the first picture was recorded, in ms since 1970; null before. */
  sinceMs: number | null;
  toggle(): void;
};

/** The relay answers once a second at the most. */
const askEveryMs = 1_000;

/** Records the stream into files that the browser saves. A new picture size or the page's end closes a file. */
export function useRecording(player: Player | null, tag: string): Recorder {
  const [isOn, setOn] = useState(false);
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  const configs = useRef<{ video: Packet | null; audio: Packet | null }>({ video: null, audio: null });
  const running = useRef<Recording | null>(null);
  const wanted = useRef(false);

  const save = async () => {
    const recording = running.current;
    running.current = null;
    try {
      const file = await recording?.finish();
      if (!file) return;
      const name = fileNameFor(tag, new Date(), 'mp4');
      saveFile(file, name);
      toast.success(`Recording saved as ${name}`);
    } catch {
      toast.error('The recording could not be written.');
    }
  };
  const stop = () => {
    wanted.current = false;
    player?.keepSound(false);
    setOn(false);
    setSinceMs(null);
    void save();
  };
  const begin = async () => {
    const { createRecording } = await import('./recording.ts');
    const { video, audio } = configs.current;
    if (!wanted.current || video === null || running.current) return;
    running.current = createRecording(
      { video, audio },
      {
        nowMs: () => performance.now(),
        onPicture: () => setSinceMs((known) => known ?? Date.now()),
        onFull: () => {
          toast.info('The recording has reached 1 GB and was saved.');
          stop();
        },
      },
    );
    player?.wantKeyPacket();
  };
  const beginAnew = useEffectEvent(() => {
    void save();
    void begin();
  });
  const saveWhatIs = useEffectEvent(() => void save());

  useEffect(() => {
    configs.current = { video: null, audio: null };
    const stopListening = player?.onPacket((packet) => {
      const isVideoConfig = packet.kind === 'video_config';
      // A packet is only ours during the call.
      if (isVideoConfig || packet.kind === 'audio_config') {
        const kept = { ...packet, payload: packet.payload.slice() };
        const isNew = !isSame(configs.current.video?.payload, kept.payload);
        configs.current = { ...configs.current, [isVideoConfig ? 'video' : 'audio']: kept };
        if (isVideoConfig && isNew && running.current) beginAnew();
      }
      running.current?.take(packet);
    });
    return () => {
      stopListening?.();
      wanted.current = false;
      setOn(false);
      setSinceMs(null);
      saveWhatIs();
    };
  }, [player]);

  // The key packet that was asked for may have come before the file was begun, as where the picture's size changed.
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (running.current?.hasPicture === false) player?.wantKeyPacket();
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [isOn, player]);

  return {
    isOn,
    sinceMs,
    toggle() {
      if (wanted.current) {
        if (sinceMs === null) toast.info('Nothing was recorded: the phone sent no picture.');
        return stop();
      }
      if (configs.current.video === null) return void toast.error('There is no picture to record yet.');
      wanted.current = true;
      player?.keepSound(true);
      setOn(true);
      begin().catch(() => {
        stop();
        toast.error('The recorder could not be loaded. Please try again.');
      });
    },
  };
}

function isSame(first: Uint8Array | undefined, second: Uint8Array): boolean {
  return first?.length === second.length && first.every((byte, at) => byte === second[at]);
}
