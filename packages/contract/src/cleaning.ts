// The state to which a phone is restored between two tenants, and the evidence that proves it (decision 016). The control
// plane keeps it, so that an agent that has lost its memory never takes the state of a used phone for a clean one.
import { z } from 'zod';

export const checkName = z.enum([
  'users',
  'packages',
  'accounts',
  'shared_files',
  'shell_files',
  'settings',
  'properties',
  'permissions',
  'display',
  'clipboard',
  'apps',
  'owner_data',
  'tunnels',
  'restart',
  'host_spool',
  'tenant_user',
  'screen_reader',
]);
export type CheckName = z.infer<typeof checkName>;

/** One item of the evidence. `detail` is the finding, or the reason why it could not be checked. */
export const checkResult = z.object({ check: checkName, ok: z.boolean(), detail: z.string().max(500) });
export type CheckResult = z.infer<typeof checkResult>;

const texts = z.record(z.string().max(300), z.string().max(8_192));
const names = z.array(z.string().max(300)).max(3_000);

/** Everything outside a tenant's own Android user. Settings are those of user 0 and of the whole phone. */
export const deviceBaseline = z.object({
  users: z.array(z.number().int()).max(20),
  /** Version code of each package of user 0; after "not installed" for a package that the phone holds without giving it to user 0. */
  packages: texts,
  disabled_packages: names,
  /** Packages that the maker has hidden from user 0. Missing where the phone joined before they could be read: then none was. */
  hidden_packages: names.optional(),
  /** Packages with an icon on the home screen: what a person at the screen could have used. */
  launchable_packages: names,
  /** "package permission" for each runtime permission that is granted, of packages with a user id of their own. */
  permissions: names,
  /** "shared_user permission" of packages that share one. Missing where the phone joined before revoked permissions were looked at; then `permissions` has these too, under some package's name. */
  shared_permissions: names.optional(),
  settings: z.object({ global: texts, system: texts, secure: texts }),
  /** System properties that shell may set. */
  properties: texts,
  display: z.object({ size: z.string().max(200), density: z.string().max(200) }),
  /** Names of the saved Wi-Fi networks. Missing where the phone doesn't tell them, or joined before they were asked. */
  wifi_networks: names.optional(),
  /** "role NAME package" and "app_op NAME package" of user 0: default apps, and what is allowed beyond permissions. "?" for a package where the phone doesn't tell. */
  special_access: names.optional(),
  /** Folders of user 0's shared storage. It holds no file. */
  folders: names,
});
export type DeviceBaseline = z.infer<typeof deviceBaseline>;
