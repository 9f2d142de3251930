// The windows of Android itself, as accessibility tools and `dumpsys window` name them.
import type { WindowInfo } from '../draw/view-tree.ts';

const SYSTEM_UI = 'com.android.systemui';

/** The window of the home screen, and of the launcher's other screens. */
export const LAUNCHER_WINDOW: WindowInfo = {
  type: 'app',
  title: 'com.android.launcher3/com.android.launcher3.Launcher',
  packageName: 'com.android.launcher3',
  takesFocus: true,
  hidesApps: true,
};
export const KEYBOARD_WINDOW: WindowInfo = {
  type: 'keyboard',
  title: 'InputMethod',
  packageName: 'com.android.inputmethod.latin',
};
export const STATUS_BAR_WINDOW: WindowInfo = { type: 'system', title: 'StatusBar', packageName: SYSTEM_UI };
export const NAVIGATION_BAR_WINDOW: WindowInfo = {
  type: 'system',
  title: 'NavigationBar0',
  packageName: SYSTEM_UI,
};
export const VOLUME_WINDOW: WindowInfo = { type: 'system', title: 'VolumeDialog', packageName: SYSTEM_UI };
/** The shade, and the lock screen, which Android draws in the same window. */
export const SHADE_WINDOW: WindowInfo = {
  type: 'system',
  title: 'NotificationShade',
  packageName: SYSTEM_UI,
  takesFocus: true,
};
