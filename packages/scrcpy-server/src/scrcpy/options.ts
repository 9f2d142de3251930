// Options of scrcpy-server 3.3.x: `<version> key=value ...`, from server/.../Options.java. Unknown keys only warn.
import { z } from 'zod';

/** Versions whose wire format this server speaks; 3.3.3 and 3.3.4 do not differ on the wire. */
const VERSIONS = ['3.3.3', '3.3.4'];

export interface ScrcpyOptions {
  readonly socketName: string;
  readonly video: boolean;
  readonly audio: boolean;
  readonly control: boolean;
  readonly videoCodec: string;
  readonly audioCodec: string;
  /** Longest side in pixels, a multiple of 8; 0 means no limit. */
  readonly maxSize: number;
  readonly videoBitsPerSecond: number;
  readonly audioBitsPerSecond: number;
  /** 0 means no limit. */
  readonly maxFps: number;
  readonly tunnelForward: boolean;
  readonly clipboardAutosync: boolean;
  readonly powerOn: boolean;
  readonly sendDeviceMeta: boolean;
  readonly sendDummyByte: boolean;
  readonly listApps: boolean;
}

/** Throws an Error with the real server's text for a wrong version or a malformed option. */
export function parseScrcpyOptions(argv: readonly string[]): {
  options: ScrcpyOptions;
  warnings: string[];
} {
  const [version, ...pairs] = argv;
  if (version === undefined) throw new Error('Missing client version');
  if (!VERSIONS.includes(version)) {
    throw new Error(`The server version (${VERSIONS[0]}) does not match the client (${version})`);
  }
  const given = new Map<string, string>();
  const warnings: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals === -1) throw new Error(`Invalid key=value pair: "${pair}"`);
    const key = pair.slice(0, equals);
    if (KEYS.has(key)) given.set(key, pair.slice(equals + 1));
    else warnings.push(`Unknown server option: ${key}`);
  }
  return { options: readOptions(given), warnings };
}

/** The option keys of 3.3.3. A drawn screen accepts all of them and ignores many. */
const KEYS = new Set(
  `scid log_level video audio video_codec audio_codec video_source audio_source audio_dup max_size video_bit_rate
  audio_bit_rate max_fps angle tunnel_forward crop control display_id show_touches stay_awake screen_off_timeout
  video_codec_options audio_codec_options video_encoder audio_encoder power_off_on_close clipboard_autosync
  downsize_on_error cleanup power_on list_encoders list_displays list_cameras list_camera_sizes list_apps camera_id
  camera_size camera_facing camera_ar camera_fps camera_high_speed new_display vd_destroy_content
  vd_system_decorations capture_orientation display_ime_policy send_device_meta send_frame_meta send_dummy_byte
  send_codec_meta raw_stream`
    .split(/\s+/)
    .filter((key) => key !== ''),
);

const integer = z
  .string()
  .regex(/^-?\d{1,10}$/)
  .transform(Number);
const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/)
  .transform(Number);
const scidPattern = z.string().regex(/^(-1|[0-9a-fA-F]{1,8})$/);

function readOptions(given: ReadonlyMap<string, string>): ScrcpyOptions {
  const read = <T>(key: string, schema: z.ZodType<T>, fallback: T): T => {
    const value = given.get(key);
    if (value === undefined || value === '') return fallback;
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new Error(`For input string: "${value}"`);
    return parsed.data;
  };
  // Java's Boolean.parseBoolean: everything but "true" is false.
  const flag = (key: string, fallback: boolean) =>
    given.has(key) ? given.get(key)?.toLowerCase() === 'true' : fallback;
  const scid = read('scid', scidPattern, '-1');
  return {
    socketName: scid === '-1' ? 'scrcpy' : `scrcpy_${scid.toLowerCase().padStart(8, '0')}`,
    video: flag('video', true),
    audio: flag('audio', true),
    control: flag('control', true),
    videoCodec: given.get('video_codec') ?? 'h264',
    audioCodec: given.get('audio_codec') ?? 'opus',
    maxSize: Math.max(0, read('max_size', integer, 0)) & ~7,
    videoBitsPerSecond: read('video_bit_rate', integer, 8_000_000),
    audioBitsPerSecond: read('audio_bit_rate', integer, 128_000),
    maxFps: read('max_fps', decimal, 0),
    tunnelForward: flag('tunnel_forward', false),
    clipboardAutosync: flag('clipboard_autosync', true),
    powerOn: flag('power_on', true),
    sendDeviceMeta: flag('send_device_meta', true),
    sendDummyByte: flag('send_dummy_byte', true),
    listApps: flag('list_apps', false),
  };
}
