// The screen reader's program on a phone, asked over adb without any of our programs in between.
import { connectTango } from '@pocketfleet/virtual-phone/testing/tango-host';

const port = 19_999;
const program = 'com.callstack.agentdevice.snapshothelper/.SnapshotInstrumentation';

export type BareReader = {
  /** Milliseconds from the request until the whole tree is there. */
  ask(): Promise<number>;
  stop(): Promise<void>;
};

/** The program is on the phone already, and nobody else holds the screen. */
export async function startBareReader(adbPort: number): Promise<BareReader> {
  const adb = await connectTango(adbPort);
  const settings = `-e waitForIdleTimeoutMs 0 -e emitChunks false -e sessionPort ${port}`;
  const shell = await adb.createSocket(`shell:am instrument --user 0 -w ${settings} ${program}`);
  const started = shell.readable.getReader();
  let said = '';
  while (!said.includes('sessionReady=true')) {
    const { done, value } = await started.read();
    if (done) throw new Error(`the program ended: ${said}`);
    said += Buffer.from(value).toString();
  }
  return {
    async ask() {
      const startedMs = performance.now();
      const socket = await adb.createSocket(`tcp:${port}`);
      await socket.writable.getWriter().write(Buffer.from('snapshot bench\n'));
      let bytes = 0;
      let head = '';
      for await (const piece of socket.readable) {
        if (bytes === 0) head = Buffer.from(piece).toString('utf8', 0, 500);
        bytes += piece.length;
      }
      if (!head.includes('ok=true')) throw new Error(`the program answered: ${head}`);
      return performance.now() - startedMs;
    },
    async stop() {
      await shell.close();
      await adb.subprocess.noneProtocol.spawnWaitText(`am force-stop ${program.split('/')[0]}`);
      await adb.close();
    },
  };
}
