// Reads the agent's environment; no other file does. A value that is not valid ends the process with status 78.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

const address = z.string().regex(/^[^:,\s]+:\d{1,5}$/, 'must be host:port');

const addresses = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(z.array(address).max(500));

const environment = z.object({
  CONTROL_PLANE_URL: z.string().regex(/^wss?:\/\//, 'must be a ws:// or wss:// address'),
  AGENT_DATA: z.string().min(1),
  ENROLMENT_CODE: z.string().optional(),
  AGENT_NAME: z.string().trim().min(1).max(100).default('host'),
  ADB_ADDRESSES: addresses,
  ADB_PROGRAM: z.string().optional(),
  ADB_CONNECT: addresses,
  PATH: z.string().default(''),
  SCRCPY_SERVER: z.string().min(1),
  SCREEN_READER: z.string().default(''),
  RECORDING_DISK_MB: z.coerce.number().int().min(0).max(10_000_000).default(20_000),
  RECORDING_UPLOAD_MBITS: z.coerce.number().min(0.1).max(10_000).default(20),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  readonly controlPlaneUrl: string;
  readonly dataDir: string;
  readonly enrolmentCode: string | undefined;
  readonly name: string;
  /** Phones reached over TCP adb, "host:port". */
  readonly adbAddresses: readonly string[];
  /** The adb program whose server finds phones on USB; undefined where adb is not used. */
  readonly adbProgram: string | undefined;
  /** Network phones that this adb server connects to, "host:port". */
  readonly adbConnect: readonly string[];
  readonly scrcpyServerPath: string;
  /** Folder with the screen reader's files; undefined where screens aren't read. */
  readonly screenReaderPath: string | undefined;
  /** The part of the disk that recordings may use until they are sent. */
  readonly recordingDiskBytes: number;
  /** The part of the line that sending them may use. */
  readonly recordingBytesPerSecond: number;
  readonly logLevel: string;
}

export class ConfigError extends Error {}

/** Throws `ConfigError` with one line that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const values = parsed.data;
  return {
    controlPlaneUrl: values.CONTROL_PLANE_URL.replace(/\/$/, ''),
    dataDir: values.AGENT_DATA,
    enrolmentCode: values.ENROLMENT_CODE === '' ? undefined : values.ENROLMENT_CODE,
    name: values.AGENT_NAME,
    adbAddresses: values.ADB_ADDRESSES,
    adbProgram: values.ADB_PROGRAM === undefined ? findAdb(values.PATH) : values.ADB_PROGRAM || undefined,
    adbConnect: values.ADB_CONNECT,
    scrcpyServerPath: values.SCRCPY_SERVER,
    screenReaderPath: values.SCREEN_READER || undefined,
    recordingDiskBytes: values.RECORDING_DISK_MB * 1_000_000,
    recordingBytesPerSecond: (values.RECORDING_UPLOAD_MBITS * 1_000_000) / 8,
    logLevel: values.LOG_LEVEL,
  };
}

/** Without adb, phones are reached over TCP only. An empty ADB_PROGRAM switches an installed adb off. */
function findAdb(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'adb'))
    .find((program) => existsSync(program));
}
