// Types that the simulator's packages share, and Android's key codes. android-shell (files, packages, shell) and the
// drawn half (phone-screen, demo-apps, scrcpy-server) know each other only through them; virtual-phone joins the two.
import type { Duplex } from 'node:stream';
import type { AccessibilityWindow } from './accessibility.ts';
import keycodes from './keycodes.json' with { type: 'json' };

/** Android's KeyEvent.KEYCODE_*. */
export const KEY: Readonly<typeof keycodes> = keycodes;

export type { AccessibilityNode, AccessibilityWindow, Bounds } from './accessibility.ts';

/** The identity and hardware of one phone. It never changes. */
export interface PhoneModel {
  readonly tag: string;
  readonly serial: string;
  /** ro.product.model, for example "Pixel 8". */
  readonly model: string;
  /** ro.product.marketname, the name on the box. Only some makers set it. */
  readonly marketingName?: string;
  readonly manufacturer: string;
  /** ro.product.device / ro.product.name, for example "shiba". */
  readonly device: string;
  /** Android release as text ("15") and its API level (35). */
  readonly androidVersion: string;
  readonly apiLevel: number;
  /** Natural (portrait) display size in pixels and density in dpi. */
  readonly width: number;
  readonly height: number;
  readonly density: number;
  /** Index of the drawn wallpaper. */
  readonly wallpaper: number;
  /** True when the phone has as many packages, permissions and settings as a real one, for tests of sizes and limits. */
  readonly isRealSize?: boolean;
}

/** An installed package as the package manager knows it. */
export interface InstalledPackage {
  readonly name: string;
  readonly label: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly system: boolean;
  /** PNG bytes of the launcher icon, if the APK carries one. */
  readonly icon?: Uint8Array;
  /** Fully qualified launcher activity; none for packages without a launcher entry. */
  readonly launcherActivity?: string;
}

/** The package manager for readers such as the launcher, which re-renders on each change. */
export interface PackageList {
  list(): readonly InstalledPackage[];
  get(name: string): InstalledPackage | undefined;
  onChange(listener: () => void): () => void;
}

/** The phone's files as its apps see them. Paths are absolute Android paths ("/sdcard/Download/a.png"). */
export interface PhoneFiles {
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, data: Uint8Array): Promise<void>;
  list(
    path: string,
  ): Promise<readonly { name: string; size: number; directory: boolean; modifiedAtMs: number }[]>;
  onChange(listener: (path: string) => void): () => void;
}

/** The settings provider, with the namespaces of `settings get global|system|secure`. */
export interface SettingsStore {
  get(namespace: 'global' | 'system' | 'secure', key: string): string | undefined;
  set(namespace: 'global' | 'system' | 'secure', key: string, value: string | undefined): void;
  onChange(listener: (namespace: string, key: string) => void): () => void;
}

/** Battery as `dumpsys battery` and the status bar show it. level 0-100, temperature in tenths of a degree Celsius. */
export interface BatteryState {
  level: number;
  charging: boolean;
  temperatureTenths: number;
}

/** Local sockets inside the phone. `connect` reaches a listener, or a `reverse:` forward to the adb host. */
export interface PhoneSockets {
  listen(name: string, onConnection: (socket: Duplex) => void): { close(): void };
  connect(name: string): Promise<Duplex>;
}

/** The parts of the phone that the drawn half may use. */
export interface AndroidWorld {
  readonly model: PhoneModel;
  readonly packages: PackageList;
  /** Android's users. The screen shows the current user; each user has their own files and app data. */
  readonly users: {
    readonly current: number;
    list(): readonly { readonly id: number }[];
    onChange(listener: () => void): () => void;
  };
  /** Files as apps of this Android user see them: /sdcard is the user's shared storage. */
  filesOf(user: number): PhoneFiles;
  readonly settings: SettingsStore;
  readonly battery: BatteryState;
  readonly sockets: PhoneSockets;
  /** Folder of the host for the apps' own state; it survives restarts. */
  readonly stateDir: string;
  /** The phone's clock, in milliseconds since 1970. */
  now(): number;
  /** Adds a line to logcat. */
  log(priority: 'V' | 'D' | 'I' | 'W' | 'E', tag: string, message: string): void;
}

/** The target of an intent: a package's launcher activity, a named activity, or the app for a URI. */
export interface ActivityTarget {
  readonly package?: string;
  readonly activity?: string;
  readonly data?: string;
}

/** Android's MotionEvent actions that a single pointer can have. */
export type TouchAction = 'down' | 'up' | 'move' | 'cancel' | 'hover';

/** Android's InputConnection, as far as keyboards of packages use it here. */
export interface InputConnection {
  commitText(text: string): void;
  clearText(): void;
}

/** The display, its windows and its input, as shell commands and scrcpy use them. */
export interface AndroidScreen {
  /** Current size: width and height are swapped when rotated. density is dpi, rotation 0-3 quarter turns. */
  readonly display: {
    readonly width: number;
    readonly height: number;
    readonly density: number;
    readonly rotation: number;
    readonly on: boolean;
  };
  touch(action: TouchAction, pointerId: number, x: number, y: number, pressure: number): void;
  scroll(x: number, y: number, horizontal: number, vertical: number): void;
  key(action: 'down' | 'up', keycode: number, metaState: number): void;
  text(text: string): void;
  /** The field that a keyboard edits now; undefined while none has the focus. */
  readonly inputConnection: InputConnection | undefined;
  setPower(on: boolean): void;
  setRotation(rotation: number): void;
  /** False if no app can handle the target. */
  startActivity(target: ActivityTarget): boolean;
  forceStop(packageName: string): void;
  /** Opens a panel, or closes all of them. */
  showPanel(panel: 'notifications' | 'settings' | 'none'): void;
  /** Stops a package and deletes its data of one Android user. */
  clearData(packageName: string, user: number): void;
  /** "package/activity" of the app in front. */
  readonly focusedActivity: string;
  /** Packages with an open task, front first. */
  readonly runningPackages: readonly string[];
  clipboard: {
    get(): string;
    set(text: string): void;
    onChange(listener: (text: string) => void): () => void;
  };
  /** The windows with their trees, as accessibility tools see them, lowest first. None while the display is off. */
  windows(): readonly AccessibilityWindow[];
  /** True when the lock screen is in front. */
  readonly locked: boolean;
  /** The app in front forbids pictures of its window (FLAG_SECURE): they are black, and its tree is there. For tests. */
  isSecure: boolean;
  /** The current picture as PNG. */
  screenshotPng(): Promise<Uint8Array>;
  /** The current picture as pixels: red, green, blue and alpha, a byte each. */
  screenshotPixels(): Size & { readonly rgba: Uint8Array };
  /** Closes all apps and returns to the home screen, as a reboot does. */
  reboot(): void;
  /** Deletes the apps' data and the clipboards. */
  wipe(): void;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The phone's picture as a screen capture sees it. It is drawn on request only, and no timer runs while nobody watches. */
export interface Picture {
  /** Current display size in pixels; width and height are swapped when the display is turned. */
  readonly size: Size;
  /** Pictures per second that the running animations need; 0 while nothing moves. */
  readonly animationFps: number;
  /** Draws the current picture as RGBA. The caller may change the memory or transfer it. */
  render(size: Size): Uint8Array;
  /** Calls the listener when the picture has changed. Watching also keeps the clock in the status bar running. */
  watch(listener: () => void): () => void;
}

/** The sound that the phone plays: 48 kHz, stereo, interleaved; undefined while it is silent. */
export interface SoundSource {
  pull(frames: number): Float32Array | undefined;
}

/** One run of `app_process ... com.genymobile.scrcpy.Server <version> key=value ...`. */
export interface ScrcpyRun {
  /** Resolves with the exit code when the server has ended. */
  readonly done: Promise<number>;
  /** Ends the server, as when the shell that started it ends. */
  stop(): void;
}

/** Faults of the encoders; virtual-phone documents them at `Faults`. */
export interface EncoderFaultState {
  readonly encoderFrozen: boolean;
  readonly encoderMaxSide: number | null;
  readonly audioTaken: boolean;
  readonly recorded: boolean;
}

export interface AndroidHalf {
  readonly screen: AndroidScreen;
  /** Resolves when new streams show the faults; running streams freeze or thaw at once. */
  setEncoderFaults(state: EncoderFaultState): Promise<void>;
  /** `argv` are the arguments behind the class name; `print` receives the server's standard output. */
  startScrcpyServer(argv: readonly string[], print: (line: string) => void): ScrcpyRun;
  stop(): Promise<void>;
}

export type StartAndroid = (world: AndroidWorld) => Promise<AndroidHalf>;
