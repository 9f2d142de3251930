// The agent without its process: it connects the phones' runners with the control plane's messages.
import { join } from 'node:path';
import type { ControlPlaneMessage } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { readAdbKey, readHostId } from './agent-files.ts';
import type { Config } from './config.ts';
import { ChannelDialer } from './control-plane/channel-dialer.ts';
import { ControlPlaneLink, type RefusedError } from './control-plane/link.ts';
import { createDeviceCommands } from './device-commands.ts';
import type { DeviceRunner } from './device-runner.ts';
import { startSpoolSweep } from './files/spool.ts';
import { HostKeys } from './host-keys.ts';
import { HostPhones } from './host-phones.ts';
import { HostRecordings } from './recording/host-recordings.ts';
import { readServerFile } from './scrcpy/server-process.ts';
import { readScreenTools } from './screen/screen-tools.ts';

export interface Agent {
  stop(): Promise<void>;
}

export function startAgent(
  config: Config,
  deps: { log: Logger; onReady: () => void; onRefused: (error: RefusedError) => void },
): Agent {
  const { log } = deps;
  const identities = new Map<string, string>();
  const keys = new HostKeys(config.dataDir);
  // Reads them before anything starts, so that a damaged file is reported at once.
  readHostId(config.dataDir);
  readAdbKey(config.dataDir);
  keys.currentKey();
  const link = new ControlPlaneLink({
    url: config.controlPlaneUrl,
    dataDir: config.dataDir,
    name: config.name,
    enrolmentCode: config.enrolmentCode,
    keys,
    log,
    onAccepted: () => {
      identities.clear();
      link.send({ type: 'devices', full: true, devices: phones.reports() });
      deps.onReady();
    },
    onMessage: (message) => handle(message),
    onRefused: deps.onRefused,
  });
  const spoolDir = join(config.dataDir, 'transfers');
  const stopSweep = startSpoolSweep(spoolDir, (error) =>
    log.warn({ err: error }, 'expired transfers could not be removed'),
  );
  const dialer = new ChannelDialer(log, config.dataDir, (channel_id, detail) => {
    link.send({ type: 'channel_failed', channel_id, detail: detail.slice(0, 500) });
  });
  const phones = new HostPhones(config, {
    log,
    serverFile: readServerFile(config.scrcpyServerPath),
    screenTools: config.screenReaderPath === undefined ? undefined : readScreenTools(config.screenReaderPath),
    onReport: (report) => link.send({ type: 'devices', full: false, devices: [report] }),
  });
  const runnerOf = (deviceId: string): DeviceRunner | undefined =>
    phones.find((identity) => identities.get(identity) === deviceId);

  const handle = (message: ControlPlaneMessage): void => {
    switch (message.type) {
      case 'known_devices':
        for (const { identity, device_id, tenant_user } of message.devices) {
          identities.set(identity, device_id);
          // Needed after a restart of the agent. A user that this agent has set since is newer than the message's.
          const runner = runnerOf(device_id);
          if (runner) runner.tenantUser ??= tenant_user ?? undefined;
        }
        return;
      case 'open_channel':
        dialer.open(message, runnerOf(message.device_id));
        return;
      case 'close_channel':
        dialer.close(message.channel_id);
        return;
      case 'move_channel_end':
        dialer.moveEnd(message);
        return;
      case 'command':
        runCommand(message);
        return;
      case 'start_recording':
        recordings.begin(message);
        return;
      case 'stop_recording':
        recordings.stop(message);
        return;
      default:
        return;
    }
  };

  const runCommand = createDeviceCommands({
    dataDir: config.dataDir,
    log,
    runnerOf,
    onCleaning: (deviceId) => recordings.endOf(deviceId),
    send: (result) => link.send(result),
  });

  const recordings = new HostRecordings({
    dataDir: config.dataDir,
    maxBytes: config.recordingDiskBytes,
    bytesPerSecond: config.recordingBytesPerSecond,
    url: config.controlPlaneUrl.replace(/^ws/, 'http'),
    isLineBusy: () => dialer.isLineBusy,
    runnerOf,
    log,
  });

  phones.start();
  link.start();
  recordings.start();
  return {
    stop: async () => {
      stopSweep();
      link.stop();
      dialer.stop();
      await recordings.end();
      await phones.stop();
    },
  };
}
