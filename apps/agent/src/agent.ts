// The agent apart from its process: runners for the phones, the link, and what the control plane asks for.
import { join } from 'node:path';
import type { ControlPlaneMessage } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { openAdbCredentials, openHostKey } from './agent-files.ts';
import type { Config } from './config.ts';
import { ChannelDialer } from './control-plane/channel-dialer.ts';
import { ControlPlaneLink, type RefusedError } from './control-plane/link.ts';
import { DeviceRunner } from './device-runner.ts';
import { readServerFile } from './scrcpy/server-process.ts';

export interface Agent {
  stop(): Promise<void>;
}

export function startAgent(
  config: Config,
  deps: { log: Logger; onReady: () => void; onRefused: (error: RefusedError) => void },
): Agent {
  const { log } = deps;
  const serverFile = readServerFile(config.scrcpyServerPath);
  const credentials = openAdbCredentials(config.dataDir, config.name);
  const identities = new Map<string, string>();
  const link = new ControlPlaneLink({
    url: config.controlPlaneUrl,
    dataDir: config.dataDir,
    name: config.name,
    enrolmentCode: config.enrolmentCode,
    key: openHostKey(config.dataDir),
    log,
    onWelcome: () => {
      identities.clear();
      const devices = runners.flatMap((runner) => runner.report() ?? []);
      link.send({ type: 'devices', full: true, devices });
      deps.onReady();
    },
    onMessage: (message) => handle(message),
    onRefused: deps.onRefused,
  });
  const dialer = new ChannelDialer(log, join(config.dataDir, 'transfers'), (channel_id, detail) => {
    link.send({ type: 'channel_failed', channel_id, detail: detail.slice(0, 500) });
  });
  const runners = config.adbAddresses.map((text) => {
    const colon = text.lastIndexOf(':');
    return new DeviceRunner({
      address: { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) },
      credentials,
      serverFile,
      log: log.child({ phone: text }),
      onReport: (report) => link.send({ type: 'devices', full: false, devices: [report] }),
    });
  });

  const runnerOf = (deviceId: string): DeviceRunner | undefined =>
    runners.find((runner) => runner.identity !== undefined && identities.get(runner.identity) === deviceId);

  const handle = (message: ControlPlaneMessage): void => {
    switch (message.type) {
      case 'known_devices':
        for (const { identity, device_id } of message.devices) identities.set(identity, device_id);
        return;
      case 'open_channel':
        dialer.open(message, runnerOf(message.device_id));
        return;
      case 'close_channel':
        dialer.close(message.channel_id);
        return;
      case 'command':
        // Said plainly, so that nobody takes a phone for clean that was not cleaned.
        link.send({
          type: 'command_result',
          command_id: message.command_id,
          ok: false,
          detail: `this agent has no command ${message.command}`,
        });
        return;
      default:
        return;
    }
  };

  for (const runner of runners) runner.start();
  link.start();
  return {
    stop: async () => {
      link.stop();
      dialer.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
