import type { AccessibilityWindow, AndroidHalf, AndroidWorld, PhoneModel } from '../index.ts';

/** A double of the drawn half, with a record of its calls. */
export interface AndroidDouble {
  readonly half: AndroidHalf;
  readonly calls: string[];
  readonly world: AndroidWorld;
}

export const PIXEL_8: PhoneModel = {
  tag: 'PF-001',
  serial: '37261FDJH00123',
  model: 'Pixel 8',
  manufacturer: 'Google',
  device: 'shiba',
  androidVersion: '15',
  apiLevel: 35,
  width: 1080,
  height: 2400,
  density: 420,
  wallpaper: 0,
};

// The smallest PNG: one transparent pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An app's window with one text. */
const HELLO_WINDOW: AccessibilityWindow = {
  type: 'app',
  title: 'com.example/com.example.Main',
  isActive: true,
  layer: 0,
  bounds: { left: 0, top: 0, right: 1080, bottom: 2400 },
  root: {
    className: 'android.widget.TextView',
    packageName: 'com.example',
    text: 'Hello',
    isHintShowing: false,
    isEditable: false,
    isPassword: false,
    isClickable: true,
    isLongClickable: false,
    isSelected: false,
    isEnabled: true,
    isFocused: false,
    isVisible: true,
    bounds: { left: 10, top: 20, right: 110, bottom: 60 },
    children: [],
  },
};

/** Stands in for screen and scrcpy in tests of the shell, and records each call as a line of text. */
export function androidDouble(world: AndroidWorld): AndroidDouble {
  const calls: string[] = [];
  const note = (name: string, ...args: unknown[]) => void calls.push([name, ...args].join(' '));
  let clip = '';
  let on = true;
  let rotation = 0;
  let front = 'com.android.launcher3/com.android.launcher3.Launcher';
  const half: AndroidHalf = {
    screen: {
      get display() {
        const { width, height, density } = world.model;
        return rotation % 2 === 0
          ? { width, height, density, rotation, on }
          : { width: height, height: width, density, rotation, on };
      },
      touch: (...args) => note('touch', ...args),
      scroll: (...args) => note('scroll', ...args),
      key: (...args) => note('key', ...args),
      text: (text) => note('text', text),
      inputConnection: {
        commitText: (text) => note('commit', text),
        clearText: () => note('clear'),
      },
      setPower(next) {
        on = next;
      },
      setRotation(next) {
        rotation = next;
      },
      startActivity(target) {
        note('start', JSON.stringify(target));
        const app = world.packages.get(target.package ?? '');
        if (app?.launcherActivity === undefined) return target.data !== undefined;
        front = `${app.name}/${app.launcherActivity}`;
        return true;
      },
      forceStop: (name) => note('forceStop', name),
      showPanel: (panel) => note('panel', panel),
      clearData: (name, user) => note('clearData', name, user),
      get focusedActivity() {
        return front;
      },
      runningPackages: [],
      clipboard: {
        get: () => clip,
        set(text) {
          clip = text;
        },
        onChange: () => () => undefined,
      },
      windows: () => (on ? [HELLO_WINDOW] : []),
      locked: false,
      isSecure: false,
      screenshotPng: async () => PNG,
      screenshotPixels: () => ({ width: 1, height: 2, rgba: Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255) }),
      reboot: () => note('reboot'),
      wipe: () => note('wipe'),
    },
    setEncoderFaults: async (state) => note('encoder', JSON.stringify(state)),
    startScrcpyServer(argv, print) {
      note('scrcpy', ...argv);
      print(`[server] INFO: Device: [${world.model.manufacturer}] ${world.model.model}`);
      const ended = Promise.withResolvers<number>();
      return {
        done: ended.promise,
        stop() {
          note('scrcpy stopped');
          ended.resolve(0);
        },
      };
    },
    stop: async () => note('stop'),
  };
  return { half, calls, world };
}
