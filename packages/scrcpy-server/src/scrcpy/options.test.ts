import { expect, test } from 'vitest';
import { parseScrcpyOptions } from './options.ts';
import { nextFallbackSize, videoSize } from './video-size.ts';

test('defaults are those of the real server', () => {
  expect(parseScrcpyOptions(['3.3.3']).options).toMatchObject({
    socketName: 'scrcpy',
    video: true,
    audio: true,
    control: true,
    videoBitsPerSecond: 8_000_000,
    maxSize: 0,
    tunnelForward: false,
    clipboardAutosync: true,
  });
});

test('options are accepted in any order', () => {
  const { options } = parseScrcpyOptions([
    '3.3.4',
    'max_size=1023',
    'scid=00abcdef',
    'audio=false',
    'tunnel_forward=true',
    'max_fps=15.5',
  ]);
  expect(options).toMatchObject({
    socketName: 'scrcpy_00abcdef',
    audio: false,
    maxSize: 1016,
    tunnelForward: true,
    maxFps: 15.5,
  });
});

test('a wrong version is refused with the text of the real server', () => {
  expect(() => parseScrcpyOptions(['2.7', 'max_size=1'])).toThrow(
    'The server version (3.3.3) does not match the client (2.7)',
  );
});

test.each(['video_source=camera', 'new_display=800x600', 'raw_stream=true', 'show_touches=true'])(
  '%s is refused',
  (option) => {
    expect(() => parseScrcpyOptions(['3.3.3', option])).toThrow('is not supported');
  },
);

test('an unknown key warns, a malformed option is refused', () => {
  expect(parseScrcpyOptions(['3.3.3', 'flex_display=true']).warnings).toEqual([
    'Unknown server option: flex_display',
  ]);
  expect(() => parseScrcpyOptions(['3.3.3', 'video'])).toThrow('Invalid key=value pair: "video"');
  expect(() => parseScrcpyOptions(['3.3.3', 'max_size=large'])).toThrow('For input string: "large"');
});

test.each([
  [{ width: 1080, height: 2400 }, 0, { width: 1080, height: 2400 }],
  [{ width: 1080, height: 2400 }, 1600, { width: 720, height: 1600 }],
  [{ width: 2400, height: 1080 }, 800, { width: 800, height: 360 }],
  [{ width: 1080, height: 2340 }, 0, { width: 1080, height: 2336 }],
  [{ width: 1080, height: 2340 }, 1600, { width: 736, height: 1600 }],
  [{ width: 720, height: 1600 }, 1600, { width: 720, height: 1600 }],
])('a display of %o with a limit of %i has a video of %o', (display, maxSize, expected) => {
  expect(videoSize(display, maxSize)).toEqual(expected);
});

test('each failed size is followed by the next smaller one until none is left', () => {
  expect(nextFallbackSize({ width: 1080, height: 2400 })).toBe(1920);
  expect(nextFallbackSize({ width: 720, height: 1600 })).toBe(1280);
  expect(nextFallbackSize({ width: 360, height: 800 })).toBeUndefined();
});
