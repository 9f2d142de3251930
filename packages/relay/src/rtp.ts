// The node's port for pictures as RTP (decision 205). Without it, or until it is open, pictures go by websockets.
import { openRtpPort, type RtpPort } from '@pocketfleet/rtp-sender';
import type { Logger } from 'pino';
import type { RtpConfig } from './rtp-address.ts';

export type Rtp = { readonly port: RtpPort | undefined; stop(): Promise<void> };

export function startRtp(config: RtpConfig | undefined, log: Logger): Rtp {
  if (config === undefined) return { port: undefined, stop: async () => undefined };
  let port: RtpPort | undefined;
  const opening = openRtpPort({ ...config, now: () => performance.now() }).then(
    (opened) => {
      port = opened;
      log.info({ rtp: config }, 'pictures can go as RTP');
    },
    (error: unknown) =>
      log.error({ err: error }, 'the port for RTP could not be opened; pictures go by websockets'),
  );
  return {
    get port() {
      return port;
    },
    async stop() {
      await opening;
      port?.close();
      port = undefined;
    },
  };
}
