// The settings that `pocketfleet-agent join` keeps in the agent's data folder, so that `run` needs no arguments. The
// enrolment code is not kept, because it is valid once.
import { join } from 'node:path';
import { z } from 'zod';
import { readIfExists, writePrivate } from './agent-files.ts';

const settingsFile = z.object({
  control_plane_url: z.string().regex(/^wss?:\/\/[^\s]+$/),
  name: z.string().min(1).max(100),
  /** Phones reached over TCP adb, "host:port". */
  phones: z.array(z.string()).max(500),
  scrcpy_server: z.string().min(1),
  /** Folder with the screen reader's files; a host that joined earlier has none. */
  screen_reader: z.string().min(1).optional(),
});
export type AgentSettings = z.infer<typeof settingsFile>;

/** Undefined before the host has joined. Throws for a file that is not valid. */
export function readSettings(dataDir: string): AgentSettings | undefined {
  const text = readIfExists(join(dataDir, 'agent.json'));
  return text === undefined ? undefined : settingsFile.parse(JSON.parse(text));
}

/** Throws a ZodError for settings that `readSettings` would refuse. */
export function writeSettings(dataDir: string, settings: AgentSettings): void {
  writePrivate(dataDir, 'agent.json', JSON.stringify(settingsFile.parse(settings)));
}

/** The environment for the agent's program (config.ts). */
export function createEnvironment(
  dataDir: string,
  settings: AgentSettings,
  enrolmentCode: string,
): Record<string, string> {
  return {
    CONTROL_PLANE_URL: settings.control_plane_url,
    AGENT_DATA: dataDir,
    AGENT_NAME: settings.name,
    ADB_ADDRESSES: settings.phones.join(','),
    SCRCPY_SERVER: settings.scrcpy_server,
    ...(settings.screen_reader === undefined ? {} : { SCREEN_READER: settings.screen_reader }),
    ENROLMENT_CODE: enrolmentCode,
  };
}
