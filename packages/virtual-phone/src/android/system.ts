// The system server of a drawn phone: display, power, keys, windows and panels.
import type { AndroidScreen, AndroidWorld, InstalledPackage } from '../phone-parts.ts';
import type { SystemPanels } from '../scrcpy/controller.ts';
import type { AppServices } from './app.ts';
import { BUILT_IN_APPS } from './app-list.ts';
import { createGenericApp } from './apps/generic.ts';
import { createClipboard } from './clipboard.ts';
import { createDesktop } from './desktop.ts';
import { iconShape } from './draw/app-icon.ts';
import type { Rect } from './draw/scene.ts';
import { contains, type Scene } from './draw/scene.ts';
import { createTheme } from './draw/theme.ts';
import { drawWallpaper, wallpaperHue } from './draw/wallpaper.ts';
import { createGestures, targetsUnder } from './gestures.ts';
import { KEY, META_CTRL, typedCharacter } from './keycodes.ts';
import { createPackageIcons } from './package-icons.ts';
import { createPhonePicture, type PhonePicture } from './phone-picture.ts';
import { createSoundMixer, type SoundMixer } from './sound.ts';
import { createHome, isLaunchable } from './system-ui/home.ts';
import { createKeyboard } from './system-ui/keyboard.ts';
import { createLockScreen } from './system-ui/lock-screen.ts';
import { createTasks } from './tasks.ts';

export interface System {
  readonly screen: AndroidScreen;
  readonly panels: SystemPanels;
  readonly picture: PhonePicture;
  readonly sound: SoundMixer;
  stop(): void;
}

const LAUNCHER = 'com.android.launcher3/com.android.launcher3.Launcher';

export async function createSystem(world: AndroidWorld): Promise<System> {
  const { model, settings } = world;
  const density = model.density / 160;
  const shape = iconShape(model.manufacturer);
  let rotation = 0;
  let on = true;
  let locked = false;
  let keyboardDismissed = false;

  const size = () =>
    rotation % 2 === 0
      ? { width: model.width, height: model.height }
      : { width: model.height, height: model.width };
  const picture = createPhonePicture({
    size,
    density,
    now: world.now,
    compose: (scene) => desktop.draw(scene),
  });
  const { invalidate } = picture;
  const theme = () =>
    createTheme(settings.get('secure', 'ui_night_mode') === '2', wallpaperHue(model.wallpaper));
  const sound = createSoundMixer(() => Number(settings.get('system', 'volume_music') ?? 8) / 15);
  const clipboard = createClipboard();
  const icons = createPackageIcons(invalidate);

  const installed = (): InstalledPackage[] => {
    const listed = world.packages.list().filter(isLaunchable);
    const missing = BUILT_IN_APPS.filter((app) => !listed.some((other) => other.name === app.packageName));
    return [
      ...BUILT_IN_APPS.flatMap((app) => listed.find((other) => other.name === app.packageName) ?? []),
      ...missing.map((app) => ({
        name: app.packageName,
        label: app.label,
        versionName: model.androidVersion,
        versionCode: model.apiLevel,
        system: true,
        launcherActivity: app.activity,
      })),
      ...listed.filter((other) => !BUILT_IN_APPS.some((app) => app.packageName === other.name)),
    ];
  };

  const services: AppServices = {
    model,
    files: world.files,
    settings,
    battery: world.battery,
    theme,
    now: world.now,
    invalidate,
    installed,
    startActivity: (target) => startActivity(target),
    copy: (text) => clipboard.set(text),
    playSound: (voice) => sound.play(voice),
    stateDir: world.stateDir,
    log: (message) => world.log('W', 'App', message),
  };
  const tasks = createTasks({
    packages: world.packages,
    createBuiltIn: (app) => app.create(services),
    createGeneric: (app) => createGenericApp(services, app, () => icons.of(app), shape),
  });

  const wallpaper = (scene: Scene) => drawWallpaper(scene.ctx, model.wallpaper);
  const home = createHome({
    entries: () => installed().map((app) => ({ package: app.name, label: app.label, icon: icons.of(app) })),
    shape,
    invalidate,
    launch: (packageName, from) => startActivity({ package: packageName }, from),
    openDrawer: () => {},
    openShade: () => {},
    drawWallpaper: wallpaper,
  });
  const field = () => tasks.front?.app.field;
  const keyboard = createKeyboard({
    theme,
    invalidate,
    type: (text) => field()?.insert(text),
    backspace: () => field()?.backspace(),
    enter: () => pressKey(KEY.enter, 0),
  });
  const lockScreen = createLockScreen({ drawWallpaper: wallpaper, invalidate, unlock: () => unlock() });
  const desktop = createDesktop({
    tasks,
    home,
    keyboard,
    keyboardShown: () => field() !== undefined && !keyboardDismissed,
    lockScreen: {
      get visible() {
        return locked;
      },
      draw: lockScreen.draw,
    },
    overlays: [],
    theme,
    statusBar: () => ({
      battery: world.battery,
      muted: settings.get('system', 'volume_music') === '0',
      wifi: settings.get('global', 'wifi_on') !== '0',
      airplane: settings.get('global', 'airplane_mode_on') === '1',
    }),
    displayOn: () => on,
    actions: { home: () => goHome(), back: () => goBack(), recents: () => {}, shade: () => {} },
  });
  const gestures = createGestures({
    targets: () => picture.scene().targets,
    now: world.now,
    onPress: () => {},
  });

  const startActivity = (target: { package?: string; activity?: string; data?: string }, from?: Rect) => {
    const before = tasks.front;
    const task = tasks.start(target);
    if (!task) return false;
    keyboardDismissed = false;
    world.log(
      'I',
      'ActivityTaskManager',
      `START u0 {cmp=${task.packageName}/${task.activity}} from uid 2000`,
    );
    if (before !== task) desktop.openFrom(from);
    invalidate();
    return true;
  };
  const unlock = () => {
    locked = false;
    invalidate();
  };
  const goHome = () => {
    tasks.leave();
    home.rewind();
    desktop.openFrom(undefined);
    invalidate();
  };
  const goBack = () => {
    const { app } = tasks.front ?? {};
    if (!app) return goHome();
    if (field() && !keyboardDismissed) {
      keyboardDismissed = true;
      return invalidate();
    }
    if (app.onBack?.()) return invalidate();
    goHome();
  };
  const setPower = (wanted: boolean) => {
    if (wanted === on) return;
    on = wanted;
    if (!on) locked = true;
    gestures.cancel();
    world.log('I', 'PowerManagerService', on ? 'Waking up...' : 'Going to sleep...');
    invalidate();
  };

  const pressKey = (keycode: number, metaState: number) => {
    switch (keycode) {
      case KEY.power:
        return setPower(!on);
      case KEY.wakeup:
        return setPower(true);
      case KEY.sleep:
        return setPower(false);
    }
    if (!on) return;
    if (keycode === KEY.menu && locked) return unlock();
    if (locked) return;
    switch (keycode) {
      case KEY.home:
        return goHome();
      case KEY.back:
      case KEY.escape:
        return goBack();
    }
    if (tasks.front?.app.onKey?.(keycode, metaState)) return invalidate();
    editField(keycode, metaState);
  };

  const editField = (keycode: number, metaState: number) => {
    const target = field();
    if (!target) return;
    if (metaState & META_CTRL) {
      if (keycode === 50) target.insert(clipboard.get());
      if (keycode === 31) clipboard.set(target.value);
      return;
    }
    switch (keycode) {
      case KEY.del:
        return target.backspace();
      case KEY.forwardDel:
        return target.deleteForward();
      case KEY.dpadLeft:
        return target.moveBy(-1);
      case KEY.dpadRight:
        return target.moveBy(1);
      case KEY.moveHome:
        return target.moveTo('start');
      case KEY.moveEnd:
        return target.moveTo('end');
      case KEY.paste:
        return target.insert(clipboard.get());
      case KEY.copy:
        return clipboard.set(target.value);
      case KEY.cut:
        clipboard.set(target.value);
        return target.clear();
    }
    const character = typedCharacter(keycode, metaState);
    if (character !== undefined) target.insert(character);
  };

  const screen: AndroidScreen = {
    get display() {
      return { ...size(), rotation, on };
    },
    touch(action, pointerId, x, y, pressure) {
      if (on) gestures.touch(action, pointerId, x / density, y / density, pressure);
    },
    scroll(x, y, horizontal, vertical) {
      if (!on) return;
      const under = targetsUnder(picture.scene().targets, x / density, y / density);
      under.find((target) => target.onScroll)?.onScroll?.(horizontal, vertical);
    },
    key(action, keycode, metaState) {
      if (action === 'down') pressKey(keycode, metaState);
    },
    text(text) {
      if (on && !locked) field()?.insert(text);
    },
    setPower,
    setRotation(turns) {
      const next = ((Math.trunc(turns) % 4) + 4) % 4;
      if (next === rotation) return;
      gestures.cancel();
      rotation = next;
      invalidate();
    },
    startActivity: (target) => startActivity(target),
    forceStop(packageName) {
      tasks.close(packageName);
      invalidate();
    },
    get focusedActivity() {
      const { front } = tasks;
      return front ? `${front.packageName}/${front.activity}` : LAUNCHER;
    },
    get runningPackages() {
      return tasks.all.map((task) => task.packageName);
    },
    clipboard,
    visibleTexts() {
      const scene = picture.scene();
      return scene.texts.map((text) => ({
        text: text.text,
        x: Math.round(text.x * density),
        y: Math.round(text.y * density),
        width: Math.round(text.width * density),
        height: Math.round(text.height * density),
        clickable: scene.targets.some(
          (target) =>
            (target.onTap ?? target.touch) !== undefined &&
            contains(target, text.x + text.width / 2, text.y + text.height / 2),
        ),
      }));
    },
    screenshotPng: async () => picture.draw(size()).encode('png'),
    reboot() {
      gestures.cancel();
      tasks.closeAll();
      rotation = 0;
      on = true;
      locked = false;
      home.rewind();
      invalidate();
    },
    async wipe() {
      screen.reboot();
      clipboard.set('');
    },
  };

  const panels: SystemPanels = {
    expandNotifications: () => {},
    expandSettings: () => {},
    collapsePanels: () => {},
    openHardKeyboardSettings: () => startActivity({ package: 'com.android.settings' }),
  };
  const unwatch = [world.packages.onChange(invalidate), settings.onChange(invalidate)];
  return {
    screen,
    panels,
    picture,
    sound,
    stop() {
      for (const stopWatching of unwatch) stopWatching();
      tasks.closeAll();
      picture.stop();
    },
  };
}
