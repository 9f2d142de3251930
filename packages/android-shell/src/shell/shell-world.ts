import type { AndroidHalf, PhoneModel } from '@pocketfleet/phone-parts';
import type { InputMethods } from '../automation/input-methods.ts';
import type { Instrumentations } from '../automation/instrumentations.ts';
import type { UiAutomation } from '../automation/ui-automation.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { PackageManager } from '../packages/package-manager.ts';
import type { Accounts } from '../settings/accounts.ts';
import type { Battery } from '../settings/battery.ts';
import type { Properties } from '../settings/properties.ts';
import type { Providers } from '../settings/providers.ts';
import type { StoredSettings } from '../settings/settings-store.ts';
import type { SpecialAccess } from '../settings/special-access.ts';
import type { Users } from '../settings/users.ts';
import type { LogBuffer } from './log-buffer.ts';

/** The parts of the phone that shell commands use. */
export interface ShellWorld {
  readonly model: PhoneModel;
  readonly files: FileSystem;
  readonly properties: Properties;
  readonly settings: StoredSettings;
  readonly packages: PackageManager;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly access: SpecialAccess;
  readonly providers: Providers;
  readonly battery: Battery;
  readonly log: LogBuffer;
  readonly uiAutomation: UiAutomation;
  readonly instrumentations: Instrumentations;
  readonly inputMethods: InputMethods;
  /** The screen, the apps and the scrcpy server. */
  android(): AndroidHalf;
  now(): number;
  /** Milliseconds since the phone started. */
  uptimeMs(): number;
  /** A fault: apps and users can't be removed. */
  keepsResidue(): boolean;
  reboot(): void;
}
