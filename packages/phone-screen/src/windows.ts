// Creates and connects the windows of one phone: launcher, apps, keyboard, shade, recents, volume and lock screen.
import type { ActivityTarget, AndroidWorld } from '@pocketfleet/phone-parts';
import type { AppServices, BuiltInApp } from './app.ts';
import { createDesktop } from './desktop.ts';
import { iconShape } from './draw/app-icon.ts';
import type { Rect } from './draw/target.ts';
import type { Theme } from './draw/theme.ts';
import { drawWallpaper, wallpaperInk } from './draw/wallpaper.ts';
import { createGenericApp } from './generic-app.ts';
import { listLaunchable } from './launchable-apps.ts';
import { createPackageIcons } from './package-icons.ts';
import type { Power } from './power.ts';
import { createDrawer } from './system-ui/drawer.ts';
import { createHome } from './system-ui/home.ts';
import { createKeyboard } from './system-ui/keyboard.ts';
import type { Launcher } from './system-ui/launcher.ts';
import { createLockScreen } from './system-ui/lock-screen.ts';
import { createRecents } from './system-ui/recents.ts';
import { createShade } from './system-ui/shade.ts';
import { createVolumePanel, volumeOf } from './system-ui/volume-panel.ts';
import { KEYBOARD_WINDOW, SHADE_WINDOW } from './system-ui/window-infos.ts';
import { createTasks } from './tasks.ts';

export interface WindowsDeps {
  readonly world: AndroidWorld;
  readonly builtInApps: readonly BuiltInApp[];
  readonly servicesOf: (packageName: string) => AppServices;
  readonly power: Power;
  readonly theme: () => Theme;
  readonly invalidate: () => void;
  readonly isSecure: () => boolean;
  /** Presses a key, for the on-screen keyboard's enter. */
  readonly pressEnter: () => void;
}

export function createWindows(deps: WindowsDeps) {
  const { world, builtInApps, servicesOf, power, theme, invalidate } = deps;
  const { model, settings } = world;
  const shape = iconShape(model.manufacturer);
  const icons = createPackageIcons(builtInApps);
  let keyboardDismissed = false;

  const tasks = createTasks({
    packages: world.packages,
    builtInApps,
    createBuiltIn: (app) => app.create(servicesOf(app.packageName)),
    createGeneric: (app) => createGenericApp(servicesOf(app.name), app, () => icons.of(app), shape),
  });
  const entries = () =>
    listLaunchable(world.packages, builtInApps).map((app) => ({
      package: app.name,
      label: app.label,
      icon: icons.of(app),
    }));
  const launcher: Launcher = {
    entries,
    shape,
    theme,
    invalidate,
    launch: (name, from) => void startActivity({ package: name }, from),
    drawWallpaper: (scene) => drawWallpaper(scene.ctx, model.wallpaper),
    ink: wallpaperInk(model.wallpaper),
  };

  const drawer = createDrawer(launcher);
  const home = createHome({ ...launcher, openDrawer: drawer.open, openShade: () => shade.open(false) });
  const recents = createRecents({ ...launcher, tasks });
  const shade = createShade({
    settings,
    theme,
    invalidate,
    notifications: () => [
      {
        icon: 'usb',
        title: 'USB debugging connected',
        text: 'Tap to open the settings',
        onTap: () => startActivity({ package: 'com.android.settings' }),
      },
      {
        icon: 'battery_full',
        title: world.battery.charging ? 'Charging' : 'Battery',
        text: `${world.battery.level}%`,
        onTap: () => startActivity({ package: 'com.android.settings', data: 'settings:battery' }),
      },
    ],
    openSettings: () => void startActivity({ package: 'com.android.settings' }),
  });
  const volume = createVolumePanel({ settings, theme, invalidate });
  const field = () => (drawer.visible ? drawer.field : tasks.front?.app.field);
  const keyboard = createKeyboard({
    theme,
    invalidate,
    type: (text) => field()?.insert(text),
    backspace: () => field()?.backspace(),
    enter: deps.pressEnter,
  });
  const lockScreen = createLockScreen({ ...launcher, unlock: power.unlock });

  const startActivity = (target: ActivityTarget, from?: Rect): boolean => {
    const before = tasks.front;
    const task = tasks.start(target);
    if (!task) return false;
    keyboardDismissed = false;
    closePanels();
    const component = `${task.packageName}/${task.activity}`;
    world.log('I', 'ActivityTaskManager', `START u0 {cmp=${component}} from uid 2000`);
    if (before !== task) desktop.openFrom(from);
    invalidate();
    return true;
  };
  const closePanels = () => {
    drawer.close();
    recents.close();
    shade.close();
  };
  const goHome = () => {
    closePanels();
    tasks.leave();
    home.rewind();
    desktop.openFrom(undefined);
    invalidate();
  };
  const goBack = () => {
    if (shade.close() || recents.close() || drawer.close()) return;
    const { app } = tasks.front ?? {};
    if (!app) return goHome();
    if (field() && !keyboardDismissed) {
      keyboardDismissed = true;
      return invalidate();
    }
    if (app.onBack?.()) return invalidate();
    goHome();
  };
  const showRecents = () => {
    shade.close();
    drawer.close();
    if (recents.visible) recents.close();
    else recents.open();
  };

  /** A package's keyboard draws nothing here. */
  const isOwnKeyboard = () => {
    const [name = ''] = (settings.get('secure', 'default_input_method') ?? '').split('/');
    return name === KEYBOARD_WINDOW.packageName || world.packages.get(name) === undefined;
  };
  const keyboardShown = () => field() !== undefined && !keyboardDismissed && isOwnKeyboard();
  const desktop = createDesktop({
    tasks,
    home,
    keyboard,
    keyboardShown,
    isSecure: deps.isSecure,
    lockScreen: {
      get visible() {
        return power.locked;
      },
      window: SHADE_WINDOW,
      draw: lockScreen.draw,
    },
    overlays: [drawer, recents, shade, volume],
    theme,
    statusBar: () => ({
      battery: world.battery,
      muted: volumeOf(settings) === 0,
      wifi: settings.get('global', 'wifi_on') !== '0',
      airplane: settings.get('global', 'airplane_mode_on') === '1',
    }),
    wallpaperInk: launcher.ink,
    displayOn: () => power.on,
    actions: { home: goHome, back: goBack, recents: showRecents, shade: () => shade.open(false) },
  });

  return {
    desktop,
    tasks,
    shade,
    volume,
    /** The text that keys edit. */
    get field() {
      return field();
    },
    startActivity,
    goHome,
    goBack,
    showRecents,
    /** Handles the enter key in the app drawer. True if it was used. */
    chooseByEnter() {
      if (!drawer.visible) return false;
      drawer.choose();
      return true;
    },
    closePanels,
    stop() {
      volume.stop();
      tasks.closeAll();
    },
  };
}

export type Windows = ReturnType<typeof createWindows>;
