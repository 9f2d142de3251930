import type {
  BatteryState,
  InstalledPackage,
  PhoneFiles,
  PhoneModel,
  SettingsStore,
} from '@pocketfleet/phone-parts';
import type { AppState } from './app-state.ts';
import type { IconStyle } from './draw/app-icon.ts';
import type { Scene } from './draw/scene.ts';
import type { Theme } from './draw/theme.ts';
import type { TextField } from './text-field.ts';

/** A running app: a small state machine that draws itself and reacts. It owns the whole screen below the bars. */
export interface App {
  /** Covers the whole screen; `scene.insets` tells what bars and keyboard hide. */
  draw(scene: Scene): void;
  /** The field that typed text goes to. The on-screen keyboard is up while there is one. */
  readonly field?: TextField | undefined;
  /** Colour of the status bar's signs over this app; dark by default in the light theme. */
  readonly barIcons?: 'light' | 'dark';
  /** Colour of the navigation handle, where it differs from the bar's signs. */
  readonly handle?: 'light' | 'dark';
  /** Takes the back key; false leaves the app. */
  onBack?(): boolean;
  /** Takes a key that goes down, before its text is typed. True when it was used. */
  onKey?(keycode: number, metaState: number): boolean;
  /** An intent's URI to show. */
  open?(uri: string): void;
  /** Another window has come in front. */
  pause?(): void;
  /** The task has ended: give everything back. */
  close?(): void;
}

/** What apps are given. */
export interface AppServices {
  readonly model: PhoneModel;
  readonly files: PhoneFiles;
  readonly settings: SettingsStore;
  readonly battery: BatteryState;
  readonly theme: () => Theme;
  readonly now: () => number;
  /** The picture has changed. */
  readonly invalidate: () => void;
  readonly installed: () => readonly InstalledPackage[];
  readonly startActivity: (target: { package?: string; activity?: string; data?: string }) => boolean;
  readonly copy: (text: string) => void;
  readonly playSound: (source: SoundVoice) => () => void;
  /** What apps keep for themselves. */
  readonly state: AppState;
  /** Accounts of the app's user. */
  readonly accounts: UserAccounts;
  readonly log: (message: string) => void;
}

/** Accounts of one Android user. */
export interface UserAccounts {
  list(): readonly { readonly name: string; readonly type: string }[];
  /** False when it is there already, or there are too many. */
  add(account: { readonly name: string; readonly type: string }): boolean;
  remove(account: { readonly name: string; readonly type: string }): boolean;
}

/** Fills 48 kHz interleaved stereo samples, -1 to 1. */
export type SoundVoice = (samples: Float32Array) => void;

/** An app that comes with the phone. */
export interface BuiltInApp {
  readonly packageName: string;
  readonly activity: string;
  readonly label: string;
  readonly icon: IconStyle;
  create(services: AppServices): App;
}
