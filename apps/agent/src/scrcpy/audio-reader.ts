// Reads the audio socket of scrcpy's server: a codec id, or the reason why there is none, then a configuration and
// packets.
import { codecs } from '@pocketfleet/stream-protocol';
import { type MediaPacket, MediaReader } from './media-reader.ts';

const headerLength = 4;
const codecDisabled = 0;
const codecFailed = 1;

export interface AudioEvents {
  /** This phone can't capture audio, now or later. */
  onOff(): void;
  /** Another program captures the phone's audio. The reader throws next. */
  onFailed(): void;
  /** The codec's id and its parameters. */
  onConfig(config: Uint8Array): void;
  onPacket(packet: MediaPacket): void;
}

export function readAudio(events: AudioEvents): MediaReader {
  let isOff = false;
  return new MediaReader(
    headerLength,
    (header) => {
      const codec = header.readUInt32BE(0);
      if (codec === codecFailed) {
        events.onFailed();
        throw new Error('the phone’s audio could not be configured');
      }
      isOff = codec === codecDisabled;
      if (isOff) events.onOff();
    },
    (packet) => {
      if (isOff) return;
      if (!packet.config) return events.onPacket({ ...packet, key: false });
      const codec = Buffer.alloc(4);
      codec.writeUInt32BE(codecs.opus);
      events.onConfig(Buffer.concat([codec, packet.message.subarray(20)]));
    },
  );
}
