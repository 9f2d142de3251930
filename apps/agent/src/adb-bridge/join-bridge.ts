// A bridge channel: the streams of a customer's own adb, joined with services of the phone. The policy decides here, beside
// the phone, what a bridge may open; the customer's program is never trusted with it.
import {
  type BridgeBuffers,
  BridgeFormatError,
  type BridgeStream,
  BridgeStreams,
  CreditBudget,
  type CreditShare,
  type OpenReply,
  StreamRefusedError,
} from '@pocketfleet/adb-bridge';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { payloadBuffers } from '../adb/packet-reader.ts';
import { SharedBuffers } from '../shared-buffers.ts';
import { withTimeout } from '../timeout.ts';
import { automationIn } from './automation.ts';
import { judgeService } from './bridge-policy.ts';
import type { BridgeSocket } from './bridge-socket.ts';
import { ReverseTunnels } from './reverse-tunnels.ts';

const maxStreams = 128;
const openTimeoutMs = 10_000;
/** After its stream has ended, a phone's socket has this long to take what was sent. */
const lingerMs = 10_000;
/** The phone acknowledges each write, whatever its size, before it takes the next one. */
const maxWriteBytes: number = 256 * 1024;
/** Buffers for bytes to phones and customers, of all bridges: as much as one stream may have on its way. */
const pool = new SharedBuffers(64);
/** Bytes that customers have sent and no phone has taken yet, of all bridges of this host. MemoryMax of its unit allows for it. */
const budget = new CreditBudget(512 * 1024 * 1024);
/** All bridges of a phone have one `Adb`. */
const shares = new WeakMap<Adb, CreditShare>();

/** Features that stay out: `delayed_ack` is negotiated for each hop, and with `remount_shell` adb would remount by shell. */
const hiddenFeatures = new Set(['delayed_ack', 'remount_shell']);

export type BridgedPhone = {
  readonly adb: Adb;
  /** The Android user of the tenant. */
  readonly user: number;
  readonly isOwnSocket: (name: string) => boolean;
  /** Resolves once our screen reader has let go of the screen. */
  readonly yieldScreen: (reason: string) => Promise<void>;
  /** Restarts the phone. All its bridges end. */
  readonly restart: () => void;
};

/** Resolves when the socket has closed. */
export function joinBridge(phone: BridgedPhone, socket: BridgeSocket): Promise<void> {
  const buffers: BridgeBuffers = {
    take: (length) => pool.take(length),
    release: (bytes) => {
      pool.release(bytes);
      socket.release(bytes);
    },
  };
  const connect = (stream: BridgeStream, phoneSocket: AdbSocket): void =>
    join(stream, phoneSocket, Math.min(maxWriteBytes, phone.adb.maxPayloadSize), buffers);
  const streams: BridgeStreams = new BridgeStreams({
    side: 'phone',
    buffers,
    budget: shareOf(phone.adb),
    maxStreams,
    send: (message) => socket.send(message, () => buffers.release(message)),
    onOpen: (service, reply) => void openService({ ...phone, connect }, tunnels, service, reply),
  });
  const tunnels = new ReverseTunnels(phone.adb, (phoneSocket, target) => {
    streams.open(target).then(
      (stream) => connect(stream, phoneSocket),
      () => closeQuietly(phoneSocket),
    );
  });
  socket.onMessage((message) => {
    try {
      streams.receive(message);
    } catch (error) {
      if (!(error instanceof BridgeFormatError)) throw error;
      socket.close();
    }
  });
  streams.sendBanner(bannerOf(phone));
  return new Promise((resolve) => {
    socket.onClose(() => {
      streams.end('the line was lost');
      void tunnels.closeAll().finally(resolve);
    });
  });
}

function shareOf(adb: Adb): CreditShare {
  const known = shares.get(adb) ?? budget.openShare();
  shares.set(adb, known);
  return known;
}

/** The same text as in the CNXN message of adbd. `adb devices -l` shows its properties, and adb ignores our own property. */
function bannerOf({ adb: { banner }, user }: BridgedPhone): string {
  const features = banner.features.filter((feature) => !hiddenFeatures.has(feature));
  return (
    `device::ro.product.name=${banner.product ?? ''};ro.product.model=${banner.model ?? ''};` +
    `ro.product.device=${banner.device ?? ''};pocketfleet.user=${user};features=${features.join(',')}`
  );
}

async function openService(
  phone: BridgedPhone & { connect: (stream: BridgeStream, phoneSocket: AdbSocket) => void },
  tunnels: ReverseTunnels,
  service: string,
  reply: OpenReply,
): Promise<void> {
  try {
    const verdict = judgeService(service, phone);
    if (verdict.kind === 'refuse') return reply.refuse(verdict.reason);
    if (verdict.kind === 'reverse') {
      const answer = await tunnels.serve(verdict.command);
      const stream = reply.accept();
      await stream.write(Buffer.from(answer));
      return await stream.end();
    }
    if (verdict.kind === 'restart') {
      // adb takes the end of the stream for success.
      await reply.accept().end();
      return phone.restart();
    }
    const automation = automationIn(verdict.service);
    if (automation !== undefined) await phone.yieldScreen(automation);
    const opening = Promise.resolve(phone.adb.createSocket(verdict.service));
    const phoneSocket = await withTimeout(opening, openTimeoutMs).catch((error: unknown) => {
      opening.then(closeQuietly, () => undefined);
      throw error;
    });
    phone.connect(reply.accept(), phoneSocket);
  } catch (error) {
    // adbd closes without a word what it can't open: a port that nobody listens on, a program that doesn't exist.
    reply.refuse(error instanceof StreamRefusedError ? error.message : '');
  }
}

/** Copies both ways until either side ends. */
function join(
  stream: BridgeStream,
  phoneSocket: AdbSocket,
  writeBytes: number,
  buffers: BridgeBuffers,
): void {
  const writer = phoneSocket.writable.getWriter();
  // A phone may never take what was sent to a process that doesn't read. Nobody waits for it any more, and its window would be
  // missing to all tenants of this host.
  stream.onEnd(() => {
    setTimeout(() => {
      stream.close();
      closeQuietly(phoneSocket);
    }, lingerMs).unref();
  });
  void (async () => {
    try {
      for await (const bytes of phoneSocket.readable) {
        if (!(await stream.write(bytes))) break;
        payloadBuffers.release(bytes);
      }
    } catch {
      // The phone was lost: the stream ends below.
    }
    await stream.end();
    closeQuietly(phoneSocket);
  })();
  void (async () => {
    try {
      let previous: Uint8Array | undefined;
      for (let bytes = await stream.read(writeBytes); bytes !== null; bytes = await stream.read(writeBytes)) {
        await writer.write(bytes);
        // This write waited until the phone had acknowledged the previous one.
        if (previous !== undefined) buffers.release(previous);
        previous = bytes;
      }
    } catch {
      // The phone has closed the socket.
    }
    stream.close();
    closeQuietly(phoneSocket);
  })();
}

function closeQuietly(socket: AdbSocket): void {
  Promise.resolve(socket.close()).catch(() => undefined);
}
