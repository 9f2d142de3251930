// Which of adbd's services a customer's bridge may open. The list is no sandbox: from a shell, which every tenant has, most of
// what is refused here can be reached. It keeps scripts from breaking our own access to the phone by accident, keeps the
// tenant's apps in the tenant's Android user, and keeps our own sockets on the phone to ourselves. Services: AOSP
// packages/modules/adb, SERVICES.TXT and daemon/services.cpp.
import { withTenantUser } from './tenant-install.ts';
import type { Verdict } from './verdict.ts';

/** Services that would take the phone's connection away from us, or change what the next tenant gets. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/^(?:un)?root:/, 'adb root is not possible on rented phones.'],
  [/^remount:/, 'adb remount is not possible on rented phones.'],
  [
    /^(?:tcpip|usb):/,
    'How a phone is connected can’t be changed: use the serial that "pocketfleet connect" prints.',
  ],
  [/^(?:dis|en)able-verity:/, 'Verified boot can’t be changed on rented phones.'],
  [/^reboot:./, 'Only a plain restart is possible: adb reboot, without bootloader, recovery or sideload.'],
  [/^(?:backup|restore):/, 'adb backup and restore are not possible on rented phones: use push and pull.'],
];

const allowed: readonly RegExp[] = [
  /^(?:shell|exec|sync|abb|abb_exec)[:,]/,
  /^(?:jdwp(?::\d+)?|track-jdwp|track-app|framebuffer:)$/,
  /^local(?:abstract|filesystem|reserved)?:./,
];

/** `isOwnSocket`: whether this name, such as "localabstract:scrcpy_…" or "tcp:6790", is a socket of our own programs. */
export function judgeService(
  service: string,
  tenant: { readonly user: number; readonly isOwnSocket: (name: string) => boolean },
): Verdict {
  if (service.startsWith('reverse:')) return { kind: 'reverse', command: service.slice('reverse:'.length) };
  // Our own restart, which waits for the phone and brings the tenant's user back to the front.
  if (service === 'reboot:') return { kind: 'restart' };
  for (const [pattern, reason] of refused) if (pattern.test(service)) return { kind: 'refuse', reason };
  const port = /^tcp:(?:localhost:|127\.0\.0\.1:)?(\d{1,5})$/.exec(service)?.[1];
  if (port === undefined && service.startsWith('tcp:')) {
    return { kind: 'refuse', reason: 'A forward may lead to ports of the phone itself only.' };
  }
  const name = port === undefined ? service : `tcp:${Number(port)}`;
  if (tenant.isOwnSocket(name)) {
    return { kind: 'refuse', reason: 'This socket belongs to Pocketfleet’s own programs on the phone.' };
  }
  if (port === undefined && !allowed.some((pattern) => pattern.test(service))) {
    return {
      kind: 'refuse',
      reason: `The service "${service.split(/[:,]/)[0]?.slice(0, 40)}" is not offered.`,
    };
  }
  return withTenantUser(service, tenant.user);
}
