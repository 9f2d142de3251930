import type { AdbStream, ServiceReply, SocketTable, Transport } from '@pocketfleet/adb-device';
import { createReverses, pipeBoth } from '@pocketfleet/adb-device';
import type { ShellWorld } from '../shell/shell-world.ts';
import { serveAbb } from './abb-service.ts';
import { serveFramebuffer } from './framebuffer-service.ts';
import { parseShellRequest, serveShell } from './shell-service.ts';
import { serveSync } from './sync/sync-service.ts';

export interface ServiceDeps {
  readonly world: ShellWorld;
  readonly sockets: SocketTable;
  restartAdbd(): void;
  /** A service has thrown. This is a bug, because services report their own errors to the host. */
  onError(service: string, error: unknown): void;
}

/** Routes a request to its service by its name (AOSP adb/SERVICES.TXT, daemon/services.cpp). Refuses unknown names. */
export function createServiceRouter(deps: ServiceDeps) {
  const reverses = new WeakMap<Transport, ReturnType<typeof createReverses>>();
  return (transport: Transport, service: string, answer: ServiceReply) => {
    const serve = (handler: (stream: AdbStream) => Promise<void>) => {
      const stream = answer.accept();
      handler(stream).catch((error: unknown) => {
        deps.onError(service, error);
        stream.close();
      });
    };
    const shell = parseShellRequest(service);
    if (shell !== null) return serve((stream) => serveShell(deps.world, stream, shell));
    if (service === 'sync:') return serve((stream) => serveSync(deps.world.files, stream));
    if (service.startsWith('abb_exec:') || service.startsWith('abb:')) {
      return serve((stream) => serveAbb(deps.world, stream, service));
    }
    if (service === 'framebuffer:') return serve((stream) => serveFramebuffer(deps.world, stream));
    if (service.startsWith('reverse:')) {
      const serveReverse = reverses.get(transport) ?? createReverses(deps.sockets, transport);
      reverses.set(transport, serveReverse);
      return serve((stream) => serveReverse(stream, service.slice('reverse:'.length)));
    }
    const fixed = fixedReply(deps, service);
    if (fixed !== null) {
      return serve(async (stream) => {
        await stream.write(Buffer.from(fixed.text));
        await stream.end();
        fixed.after?.();
      });
    }
    if (/^(tcp|local|localabstract|localreserved|localfilesystem):/.test(service)) {
      const socket = deps.sockets.reach(service);
      if (socket === undefined) return answer.refuse();
      return pipeBoth(answer.accept().toDuplex(), socket);
    }
    return answer.refuse();
  };
}

/** Replies of a phone without root, in one line of text. */
const REPLIES = new Map([
  ['root:', 'adbd cannot run as root in production builds\n'],
  ['unroot:', 'adbd not running as root\n'],
  ['remount:', 'Not running as root. Try "adb root" first.\n'],
  ['disable-verity:', 'verity cannot be disabled/enabled - USER build\n'],
  ['enable-verity:', 'verity cannot be disabled/enabled - USER build\n'],
  // Empty lists, because no app of a user build can be debugged.
  ['jdwp', ''],
  ['track-jdwp', '0000'],
  ['track-app', '0000'],
]);

/** A text, and what follows it; null for a service that is more than that. */
function fixedReply(deps: ServiceDeps, service: string): { text: string; after?: () => void } | null {
  const port = /^tcpip:(\d+)$/.exec(service)?.[1];
  if (port !== undefined) {
    if (Number(port) < 1 || Number(port) > 65_535) return { text: 'invalid port\n' };
    return { text: `restarting in TCP mode port: ${Number(port)}\n`, after: deps.restartAdbd };
  }
  if (service.startsWith('reboot:')) return { text: '', after: deps.world.reboot };
  if (service === 'usb:') return { text: 'restarting in USB mode\n', after: deps.restartAdbd };
  const text = REPLIES.get(service);
  return text === undefined ? null : { text };
}
