// The way by RTP, whose code is loaded when a relay offers it: most pages never need it.
import type { RtpControl, RtpControlOptions } from './rtp-control.ts';

/** Does nothing until `tick` says that RTP is wanted, and for good where its code can't be loaded. */
export function createRtpLoader(options: RtpControlOptions): RtpControl {
  let control: RtpControl | undefined;
  let [isLoading, isClosed] = [false, false];

  async function load(): Promise<void> {
    isLoading = true;
    const { createRtpControl } = await import('./rtp-control.ts');
    if (!isClosed) control = createRtpControl(options);
  }

  return {
    get isUsed() {
      return control?.isUsed ?? false;
    },
    screenshot: () => control?.screenshot(),
    tick(isWanted, isLive) {
      if (control !== undefined) control.tick(isWanted, isLive);
      else if (isWanted && !isLoading && options.connection.understands('rtp_join'))
        load().catch(() => undefined);
    },
    onNotice: (notice) => control?.onNotice(notice),
    onWebsocketPicture: (relayTimeMs) => control?.onWebsocketPicture(relayTimeMs),
    onCanvasFrame: () => control?.onCanvasFrame(),
    reset: () => control?.reset(),
    close() {
      isClosed = true;
      control?.close();
    },
  };
}
