// Joins display, input and windows of a drawn phone to one screen.
import { type AndroidScreen, type AndroidWorld, KEY, type SoundSource } from '@pocketfleet/phone-parts';
import type { AppServices, BuiltInApp } from './app.ts';
import { createAppStates } from './app-state.ts';
import { createClipboard } from './clipboard.ts';
import { displayOf } from './display.ts';
import { createTheme } from './draw/theme.ts';
import { wallpaperHue } from './draw/wallpaper.ts';
import { createGestures, targetsUnder } from './gestures.ts';
import { pressKey } from './key-input.ts';
import { listLaunchable } from './launchable-apps.ts';
import { createPhonePicture, type PhonePicture } from './phone-picture.ts';
import { createPower } from './power.ts';
import { createShownTouches } from './shown-touches.ts';
import { shownWindows } from './shown-windows.ts';
import { createSoundMixer } from './sound.ts';
import { VOLUME_STEPS, volumeOf } from './system-ui/volume-panel.ts';
import { createWindows } from './windows.ts';

export interface System {
  readonly screen: AndroidScreen;
  readonly picture: PhonePicture;
  readonly sound: SoundSource;
  stop(): void;
}

const LAUNCHER = 'com.android.launcher3/com.android.launcher3.Launcher';

export function createSystem(world: AndroidWorld, builtInApps: readonly BuiltInApp[]): System {
  const { model, settings } = world;
  const states = createAppStates(world.stateDir, (error) => world.log('E', 'AppState', String(error)));
  /** Display pixels per dp. */
  const density = () => displayOf(model, settings).density / 160;
  const clipboard = createClipboard();
  const sound = createSoundMixer(() => volumeOf(settings) / VOLUME_STEPS);
  const theme = () =>
    createTheme(settings.get('secure', 'ui_night_mode') === '2', wallpaperHue(model.wallpaper));

  const power = createPower((what) => {
    gestures.cancel();
    touches.clear();
    if (what === 'power') {
      world.log('I', 'PowerManagerService', power.on ? 'Waking up...' : 'Going to sleep...');
    }
    picture.invalidate();
  });
  const size = () => {
    const { width, height } = displayOf(model, settings);
    return power.rotation % 2 === 0 ? { width, height } : { width: height, height: width };
  };
  const picture = createPhonePicture({
    size,
    density,
    now: world.now,
    compose: (scene) => {
      windows.desktop.draw(scene);
      touches.draw(scene);
    },
  });
  const { invalidate } = picture;
  const touches = createShownTouches(() => settings.get('system', 'show_touches') === '1', invalidate);
  /** The services of one app. They stay with their Android user, so that late writes never reach the next user. */
  const servicesOf = (packageName: string, user = world.users.current): AppServices => ({
    model,
    files: world.filesOf(user),
    settings,
    battery: world.battery,
    theme,
    now: world.now,
    invalidate,
    installed: () => listLaunchable(world.packages, builtInApps),
    startActivity: (target) => windows.startActivity(target),
    playSound: sound.play,
    state: states.of(user, packageName),
    log: (message) => world.log('W', 'App', message),
  });
  const press = (keycode: number, metaState: number) =>
    pressKey({ windows, power, clipboard, invalidate }, keycode, metaState);
  const windows = createWindows({
    world,
    builtInApps,
    servicesOf,
    power,
    theme,
    invalidate,
    isSecure: () => isSecure,
    pressEnter: () => press(KEY.ENTER, 0),
  });
  const gestures = createGestures({ targets: () => picture.scene().targets, now: world.now });
  let isSecure = false;
  let front = world.users.current;
  const clips = new Map<number, string>();
  /** Switches to the current user's home screen and ends the previous user's apps. */
  const followUsers = () => {
    const ids = world.users.list().map(({ id }) => id);
    for (const id of known.filter((one) => !ids.includes(one))) {
      clips.delete(id);
      states.clear(id);
    }
    known = ids;
    if (front === world.users.current) return;
    if (ids.includes(front)) clips.set(front, clipboard.get());
    front = world.users.current;
    gestures.cancel();
    windows.tasks.closeAll();
    windows.goHome();
    clipboard.set(clips.get(front) ?? '');
  };
  let known = world.users.list().map(({ id }) => id);
  const unwatch = [
    world.packages.onChange(invalidate),
    settings.onChange((_namespace, key) => {
      // A new size moves the targets under the finger.
      if (/^display_(size|density)_forced$/.test(key)) gestures.cancel();
      invalidate();
    }),
    world.users.onChange(followUsers),
  ];

  const screen: AndroidScreen = {
    get display() {
      return {
        ...size(),
        density: displayOf(model, settings).density,
        rotation: power.rotation,
        on: power.on,
      };
    },
    touch(action, pointerId, x, y, pressure) {
      if (!power.on) return;
      touches.note(action, pointerId, x / density(), y / density());
      gestures.touch(action, pointerId, x / density(), y / density(), pressure);
    },
    scroll(x, y, horizontal, vertical) {
      if (!power.on) return;
      const under = targetsUnder(picture.scene().targets, x / density(), y / density());
      under.find((target) => target.onScroll)?.onScroll?.(horizontal, vertical);
    },
    key(action, keycode, metaState) {
      if (action === 'down') press(keycode, metaState);
    },
    text(text) {
      if (power.on && !power.locked) windows.field?.insert(text);
    },
    get inputConnection() {
      const { field } = windows;
      if (!power.on || power.locked || field === undefined) return undefined;
      return { commitText: (typed: string) => field.insert(typed), clearText: () => field.clear() };
    },
    setPower: power.set,
    setRotation: power.turn,
    startActivity: (target) => windows.startActivity(target),
    forceStop(packageName) {
      windows.tasks.close(packageName);
      invalidate();
    },
    showPanel(panel) {
      if (panel === 'none') windows.closePanels();
      else windows.shade.open(panel === 'settings');
    },
    clearData(packageName, user) {
      screen.forceStop(packageName);
      states.clear(user, packageName);
    },
    get focusedActivity() {
      const { front } = windows.tasks;
      return front ? `${front.packageName}/${front.activity}` : LAUNCHER;
    },
    get runningPackages() {
      return windows.tasks.all.map((task) => task.packageName);
    },
    clipboard,
    windows: () => (power.on ? shownWindows(picture.scene(), density()) : []),
    get locked() {
      return power.locked;
    },
    get isSecure() {
      return isSecure;
    },
    set isSecure(wanted) {
      isSecure = wanted;
      invalidate();
    },
    screenshotPng: async () => picture.draw(size()).encode('png'),
    screenshotPixels: () => ({ ...size(), rgba: picture.draw(size()).data() }),
    reboot() {
      windows.tasks.closeAll();
      windows.goHome();
      power.restart();
    },
    wipe() {
      screen.reboot();
      clipboard.set('');
      clips.clear();
      states.wipe();
    },
  };

  return {
    screen,
    picture,
    sound,
    stop() {
      for (const stopWatching of unwatch) stopWatching();
      windows.stop();
      picture.stop();
    },
  };
}
