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

/** A running app: draws itself and reacts to input. It owns the whole screen below the bars. */
export interface App {
  /** Draws the whole screen; bars and keyboard cover `scene.insets`. */
  draw(scene: Scene): void;
  /** The focused text field. The on-screen keyboard is shown while there is one. */
  readonly field?: TextField | undefined;
  /** Colour of the status bar's icons over this app; dark by default in the light theme. */
  readonly barIcons?: 'light' | 'dark';
  /** Colour of the navigation handle, if it differs from the status bar's icons. */
  readonly handle?: 'light' | 'dark';
  /** Handles the back key; false leaves the app. */
  onBack?(): boolean;
  /** Handles a pressed key before its text is typed. True if the app has used it. */
  onKey?(keycode: number, metaState: number): boolean;
  /** Shows the URI of an intent. */
  open?(uri: string): void;
  /** Another window is in front now. */
  pause?(): void;
  /** The task has ended: release all resources. */
  close?(): void;
}

/** The services of the phone that apps may use. */
export interface AppServices {
  readonly model: PhoneModel;
  readonly files: PhoneFiles;
  readonly settings: SettingsStore;
  readonly battery: BatteryState;
  readonly theme: () => Theme;
  readonly now: () => number;
  /** Requests a new picture. */
  readonly invalidate: () => void;
  readonly installed: () => readonly InstalledPackage[];
  readonly startActivity: (target: { package?: string; activity?: string; data?: string }) => boolean;
  readonly playSound: (source: SoundVoice) => () => void;
  /** The app's own data. */
  readonly state: AppState;
  readonly log: (message: string) => void;
}

/** Fills 48 kHz interleaved stereo samples, -1 to 1. */
export type SoundVoice = (samples: Float32Array) => void;

/** An app that comes with the phone. */
export interface BuiltInApp {
  readonly packageName: string;
  readonly icon: IconStyle;
  create(services: AppServices): App;
}
