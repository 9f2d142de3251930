// Records a player's stream into files. A new frame size begins a new file.
import type { Player } from '@pocketfleet/stream-player';
import type { Packet } from '@pocketfleet/stream-protocol';
import { createRecording, type Recording } from './recording.ts';

/** A file is kept in memory until it is saved: a quarter of an hour at the highest rate. */
const maxFileBytes = 1024 * 1024 * 1024;
/** The relay responds to a request for a key packet once a second at most. */
const keyRequestMs = 1_000;

export type RecorderEvents = {
  /** The first frame has been recorded. */
  onStarted(): void;
  /** A file has been closed. */
  onFile(file: Promise<Blob>): void;
  /** The file may not grow further. Stop the recorder. */
  onFull(): void;
};

/** Returns the function that stops the recorder and closes its file. */
export function startRecorder(player: Player, events: RecorderEvents): () => void {
  let [video, audio]: (Packet | undefined)[] = [];
  let recording: Recording | undefined;
  let isFull = false;

  const closeFile = () => {
    if (recording) events.onFile(recording.finish());
    recording = undefined;
  };
  const onPacket = (packet: Packet) => {
    if (isFull) return;
    if (packet.kind === 'audio_config') audio = copyOf(packet);
    else if (packet.kind === 'video_config') {
      if (isEqual(video?.payload, packet.payload)) return;
      closeFile();
      video = copyOf(packet);
    } else if (packet.kind === 'video' || packet.kind === 'audio') {
      // A file must begin with a key packet: earlier packets can't be decoded.
      if (!recording && video && packet.kind === 'video' && packet.key) {
        recording = createRecording(video, audio);
        events.onStarted();
      }
      recording?.add(packet);
      isFull = recording !== undefined && recording.bytes > maxFileBytes;
      if (isFull) events.onFull();
    }
  };
  const requestKeyPacket = () => {
    if (!recording) player.requestKeyPacket();
  };

  player.keepSound(true);
  const stopListening = player.onPacket(onPacket);
  requestKeyPacket();
  const timer = setInterval(requestKeyPacket, keyRequestMs);
  return () => {
    clearInterval(timer);
    stopListening();
    player.keepSound(false);
    closeFile();
  };
}

/** The payload of a packet is valid only during the call. */
function copyOf(packet: Packet): Packet {
  return { ...packet, payload: packet.payload.slice() };
}

function isEqual(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a?.length === b.length && a.every((byte, index) => byte === b[index]);
}
