// A phone's H.264 configuration as our protocol sends it.
import { codecs, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import { h264ParseConfiguration } from '@yume-chan/scrcpy';
import { withoutReorder } from './sps.ts';

export function toVideoConfig(payload: Uint8Array): { width: number; height: number; config: Uint8Array } {
  const { croppedWidth: width, croppedHeight: height } = h264ParseConfiguration(payload);
  const parameterSets = withoutReorder(payload);
  return { width, height, config: encodeVideoConfig({ codec: codecs.h264, width, height, parameterSets }) };
}
