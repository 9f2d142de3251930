// The customer's side of a bridge in this process: its streams, joined with a phone as a channel would join them.
import {
  type BridgeStream,
  BridgeStreams,
  type OpenReply,
  StreamRefusedError,
} from '@pocketfleet/adb-bridge';
import type { Adb } from '@yume-chan/adb';
import type { BridgeSocket } from '../src/adb-bridge/bridge-socket.ts';
import { joinBridge } from '../src/adb-bridge/join-bridge.ts';
import { isServerSocket } from '../src/scrcpy/server-process.ts';

export type BridgeClient = {
  banner: () => string;
  open: (service: string) => Promise<BridgeStream>;
  /** Everything that the service sends until its end; `input` is sent first. */
  read: (service: string, input?: Uint8Array) => Promise<string>;
  /** Why the service is refused. */
  refusal: (service: string) => Promise<string>;
  /** Why the screen was asked for, in order. */
  yields: string[];
  /** How often the phone was to be restarted. */
  restarts: () => number;
  /** Ends the line; resolves once the agent has let go of everything. */
  end: () => Promise<void>;
};

export function joinInProcess(
  adb: Adb,
  user: number,
  onOpen: (target: string, reply: OpenReply) => void,
): BridgeClient {
  let banner = '';
  let [toPhone, lost] = [(_message: Uint8Array): void => undefined, (): void => undefined];
  const yields: string[] = [];
  let restarts = 0;
  const streams: BridgeStreams = new BridgeStreams({
    side: 'customer',
    maxStreams: 128,
    send: (message) => void toPhone(message),
    onOpen,
    onBanner: (text) => {
      banner = text;
    },
  });
  const socket: BridgeSocket = {
    send: (message) => void streams.receive(message),
    onMessage: (listener) => {
      toPhone = listener;
    },
    onClose: (listener) => {
      lost = listener;
    },
    close: () => lost(),
    release: () => undefined,
  };
  const yieldScreen = async (reason: string): Promise<void> => void yields.push(reason);
  const restart = (): void => {
    restarts += 1;
  };
  const isOwnSocket = (name: string): boolean => isServerSocket(adb, name);
  const joined = joinBridge({ adb, user, isOwnSocket, yieldScreen, restart }, socket);
  return {
    banner: () => banner,
    open: (service) => streams.open(service),
    yields,
    restarts: () => restarts,
    async read(service, input) {
      const stream = await streams.open(service);
      if (input !== undefined) await stream.write(input);
      let text = '';
      for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read()) {
        text += Buffer.from(bytes).toString();
      }
      return text;
    },
    refusal: (service) =>
      streams.open(service).then(
        () => Promise.reject(new Error(`${service} was opened`)),
        (error: unknown) => {
          if (error instanceof StreamRefusedError) return error.message;
          throw error;
        },
      ),
    async end() {
      streams.end('cut');
      lost();
      await joined;
    },
  };
}
