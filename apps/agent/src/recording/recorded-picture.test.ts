import type { PacketKind } from '@pocketfleet/stream-protocol';
import { beforeEach, expect, test } from 'vitest';
import type { PacketSink } from '../scrcpy/capture-parts.ts';
import { RecordedPicture } from './recorded-picture.ts';

class TestCapture {
  readonly sinks = new Set<PacketSink>();
  hasEnded = false;
  asked = 0;
  join(sink: PacketSink): void {
    this.sinks.add(sink);
  }
  leave(sink: PacketSink): void {
    this.sinks.delete(sink);
  }
  requestKeyPacket(): void {
    this.asked++;
  }
  send(text: string, kind: PacketKind = 'video'): void {
    for (const sink of [...this.sinks]) sink.send(Buffer.from(text), kind, text.startsWith('key'));
  }
}

let written: string[];
let picture: RecordedPicture;

beforeEach(() => {
  written = [];
  picture = new RecordedPicture((packet) => written.push(Buffer.from(packet).toString()));
});

test('it begins at a key packet, with its configuration, and leaves out what is no picture', () => {
  const capture = new TestCapture();
  picture.follow(capture);
  capture.send('config', 'video_config');
  capture.send('delta 1');
  capture.send('sound', 'audio');
  capture.send('copied', 'clipboard');
  capture.send('key 2');
  capture.send('delta 3');
  expect(written).toEqual(['config', 'key 2', 'delta 3']);
});

test('it goes on with the old capture until the new one has a key packet', () => {
  const [lean, focus] = [new TestCapture(), new TestCapture()];
  picture.follow(lean);
  lean.send('lean config', 'video_config');
  lean.send('key lean');
  picture.follow(focus);
  focus.send('focus config', 'video_config');
  focus.send('delta of focus');
  lean.send('delta of lean');
  focus.send('key focus');
  lean.send('late delta of lean');
  expect(written).toEqual(['lean config', 'key lean', 'delta of lean', 'focus config', 'key focus']);
  expect([lean.sinks.size, focus.sinks.size]).toEqual([0, 1]);
});

test('after a gap nothing comes before a key packet, which it asks for', () => {
  const capture = new TestCapture();
  picture.follow(capture);
  capture.send('config', 'video_config');
  capture.send('key 1');
  const asked = capture.asked;
  picture.awaitKey();
  expect(capture.asked).toBe(asked + 1);
  capture.send('delta 2');
  capture.send('key 3');
  expect(written).toEqual(['config', 'key 1', 'config', 'key 3']);
});
