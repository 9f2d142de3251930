import type { AdbStream, ServiceReply, SocketTable, Transport } from '@pocketfleet/adb-device';
import { pipeBoth, ReverseTable } from '@pocketfleet/adb-device';
import type { FileSystem } from '../files/file-system.ts';
import type { ShellDeps } from '../shell/interpreter.ts';
import { serveAbb } from './abb-service.ts';
import { parseShellRequest, serveShell } from './shell-service.ts';
import { serveSync } from './sync/sync-service.ts';

export interface ServiceDeps {
  readonly files: FileSystem;
  readonly shell: ShellDeps;
  readonly sockets: SocketTable;
  /** Restarts the phone. */
  reboot(): void;
  restartAdbd(): void;
  /** A service has thrown. This is a bug, because services report their own errors to the host. */
  onError(service: string, error: unknown): void;
}

/** Routes a request to its service by its name (AOSP adb/SERVICES.TXT, daemon/services.cpp). Refuses unknown names. */
export function createServiceRouter(deps: ServiceDeps) {
  const reverses = new WeakMap<Transport, ReverseTable>();
  return (transport: Transport, service: string, answer: ServiceReply) => {
    const serve = (handler: (stream: AdbStream) => Promise<void>) => {
      const stream = answer.accept();
      handler(stream).catch((error: unknown) => {
        deps.onError(service, error);
        stream.close();
      });
    };
    const shell = parseShellRequest(service);
    if (shell !== null) return serve((stream) => serveShell(deps.shell, stream, shell));
    if (service === 'sync:') return serve((stream) => serveSync(deps.files, stream));
    if (service.startsWith('abb_exec:') || service.startsWith('abb:')) {
      return serve((stream) => serveAbb(deps.shell, stream, service));
    }
    if (service.startsWith('reverse:')) {
      const table = reverses.get(transport) ?? new ReverseTable(deps.sockets, transport);
      reverses.set(transport, table);
      return serve((stream) => table.serve(stream, service.slice('reverse:'.length)));
    }
    const told = fixedReply(deps, service);
    if (told !== null) {
      return serve(async (stream) => {
        await stream.write(Buffer.from(told.text));
        await stream.end();
        told.after?.();
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

/** Services that reply with one line of text, most of them with the refusal of a phone without root. */
function fixedReply(deps: ServiceDeps, service: string): { text: string; after?: () => void } | null {
  const tcpip = /^tcpip:(\d+)$/.exec(service);
  if (tcpip !== null) {
    const port = Number(tcpip[1]);
    if (port < 1 || port > 65_535) return { text: 'invalid port\n' };
    return { text: `restarting in TCP mode port: ${port}\n`, after: deps.restartAdbd };
  }
  if (/^reboot:/.test(service)) return { text: '', after: deps.reboot };
  switch (service) {
    case 'root:':
      return { text: 'adbd cannot run as root in production builds\n' };
    case 'unroot:':
      return { text: 'adbd not running as root\n' };
    case 'remount:':
      return { text: 'Not running as root. Try "adb root" first.\n' };
    case 'disable-verity:':
    case 'enable-verity:':
      return { text: 'verity cannot be disabled/enabled - USER build\n' };
    case 'usb:':
      return { text: 'restarting in USB mode\n', after: deps.restartAdbd };
    case 'jdwp':
    case 'track-jdwp':
      // The list is empty, because no app of a user build can be debugged.
      return { text: service === 'jdwp' ? '' : '0000' };
    default:
      return null;
  }
}
