// Types that the simulator's packages share. android-shell (files, packages, shell) and the drawn half (phone-screen,
// demo-apps, scrcpy-server) know each other only through them; virtual-phone joins the two.
import type { Duplex } from 'node:stream';

/** What makes one phone different from another. Fixed for the phone's life, kept in its state folder. */
export interface PhoneModel {
  readonly tag: string;
  readonly serial: string;
  /** ro.product.model, for example "Pixel 8". */
  readonly model: string;
  /** ro.product.marketname, of makers that have it: the name on the box. */
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
  /** As many packages, permissions and settings as a maker's phone has, for tests of sizes and limits. */
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

/** Read side of the package manager, with change notice (the launcher redraws on it). */
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
  remove(path: string): Promise<void>;
  onChange(listener: (path: string) => void): () => void;
}

/** Settings provider (namespaces as in `settings get global|system|secure`) with change notice. */
export interface SettingsStore {
  get(namespace: 'global' | 'system' | 'secure', key: string): string | undefined;
  set(namespace: 'global' | 'system' | 'secure', key: string, value: string | undefined): void;
  onChange(listener: (namespace: string, key: string) => void): () => void;
}

/** Accounts of Android users, by the user's number. */
export interface AccountList {
  list(user: number): readonly { readonly name: string; readonly type: string }[];
  add(user: number, account: { readonly name: string; readonly type: string }): boolean;
  remove(user: number, account: { readonly name: string; readonly type: string }): boolean;
  onChange(listener: () => void): () => void;
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

/** What the Android half is given. */
export interface AndroidWorld {
  readonly model: PhoneModel;
  readonly packages: PackageList;
  /** Android's users: the screen is that of the one in front, and each has its own files, apps' data and accounts. */
  readonly users: {
    readonly current: number;
    list(): readonly { readonly id: number }[];
    onChange(listener: () => void): () => void;
  };
  readonly accounts: AccountList;
  /** Files as apps of this Android user see them: /sdcard is its own. */
  filesOf(user: number): PhoneFiles;
  readonly settings: SettingsStore;
  readonly battery: BatteryState;
  readonly sockets: PhoneSockets;
  /** Folder on the host for this half's own state (notes, paint, recents); survives restarts. */
  readonly stateDir: string;
  /** Milliseconds since 1970 of the phone's clock. */
  now(): number;
  /** A line for logcat. */
  log(priority: 'V' | 'D' | 'I' | 'W' | 'E', tag: string, message: string): void;
}

/** What an intent starts: a package's launcher activity, a named activity, or the app for a URI. */
export interface ActivityTarget {
  readonly package?: string;
  readonly activity?: string;
  readonly data?: string;
}

/** Android's MotionEvent actions that a single pointer can have. */
export type TouchAction = 'down' | 'up' | 'move' | 'cancel' | 'hover';

/** The display, its windows and its input: the Android half as the adb half sees it (shell commands use it). */
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
  setPower(on: boolean): void;
  setRotation(rotation: number): void;
  /** Starts a package's launcher activity, a named activity, or an intent's view of a URI. False when nothing can. */
  startActivity(target: ActivityTarget): boolean;
  forceStop(packageName: string): void;
  /** Pulls a panel down, or puts all of them away. */
  showPanel(panel: 'notifications' | 'settings' | 'none'): void;
  /** Stops a package and forgets what it has stored for one Android user. */
  clearData(packageName: string, user: number): Promise<void>;
  /** "package/activity" of what is in front, for `dumpsys window` and `dumpsys activity`. */
  readonly focusedActivity: string;
  /** Packages with a live task, front first. */
  readonly runningPackages: readonly string[];
  clipboard: {
    get(): string;
    set(text: string): void;
    onChange(listener: (text: string) => void): () => void;
  };
  /** Texts now shown, with bounds, for `uiautomator dump`. */
  visibleTexts(): readonly {
    text: string;
    x: number;
    y: number;
    width: number;
    height: number;
    clickable: boolean;
  }[];
  /** The lock screen is in front. */
  readonly locked: boolean;
  readonly keyboardShown: boolean;
  /** A PNG of the current picture. */
  screenshotPng(): Promise<Uint8Array>;
  /** The same as RGBA, row by row. */
  screenshotPixels(): Uint8Array;
  /** Starts over: what a reboot does to running apps. */
  reboot(): void;
  /** Brings the Android half's own state back to its baseline. */
  wipe(): Promise<void>;
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

/** Parts of the system that scrcpy's control messages open and no shell command does. */
export interface SystemPanels {
  expandNotifications(): void;
  expandSettings(): void;
  collapsePanels(): void;
  openHardKeyboardSettings(): void;
}

/** One run of `app_process ... com.genymobile.scrcpy.Server <version> key=value ...`. */
export interface ScrcpyRun {
  /** Resolves with the exit code when the server has ended by itself or by `stop`. */
  readonly done: Promise<number>;
  /** The shell that started it has gone. */
  stop(): void;
}

/** What is wrong with the encoders; the fields are those of `Faults`. */
export interface EncoderTrouble {
  readonly encoderFrozen: boolean;
  readonly encoderMaxSide: number | null;
  readonly audioTaken: boolean;
  readonly recorded: boolean;
}

export interface AndroidHalf {
  readonly screen: AndroidScreen;
  /** Resolves when streams started from now on have it; those that run are frozen or thawed at once. */
  setEncoderTrouble(trouble: EncoderTrouble): Promise<void>;
  /** `argv` is what follows the class name; `print` is the server's standard output. */
  startScrcpyServer(argv: readonly string[], print: (line: string) => void): ScrcpyRun;
  stop(): Promise<void>;
}

export type StartAndroid = (world: AndroidWorld) => Promise<AndroidHalf>;
