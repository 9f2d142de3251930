import type { InstalledPackage, PhoneModel } from '@pocketfleet/phone-parts';
import { realSizePackages } from './real-size.ts';

/** Packages of a new phone. The launcher shows the packages with an activity. */
export function systemPackages({
  androidVersion,
  apiLevel,
  isRealSize = false,
}: Pick<PhoneModel, 'androidVersion' | 'apiLevel' | 'isRealSize'>): InstalledPackage[] {
  const app = (name: string, label: string, activity?: string): InstalledPackage => ({
    name,
    label,
    versionName: androidVersion,
    versionCode: apiLevel,
    system: true,
    ...(activity === undefined ? {} : { launcherActivity: `${name}${activity}` }),
  });
  return [
    app('android', 'Android System'),
    app('com.android.notes', 'Notes', '.NotesActivity'),
    app('com.android.documentsui', 'Files', '.files.FilesActivity'),
    app('com.android.gallery3d', 'Gallery', '.app.GalleryActivity'),
    app('com.android.settings', 'Settings', '.Settings'),
    app('com.android.paint', 'Paint', '.PaintActivity'),
    app('com.android.deskclock', 'Clock', '.DeskClock'),
    app('com.android.video', 'Video', '.PlayerActivity'),
    app('com.android.feed', 'Feed', '.FeedActivity'),
    app('com.android.signin', 'Sign-in', '.SignInActivity'),
    app('com.android.launcher3', 'Launcher'),
    app('com.android.systemui', 'System UI'),
    app('com.android.inputmethod.latin', 'Android Keyboard (AOSP)'),
    app('com.android.providers.calendar', 'Calendar Storage'),
    app('com.android.providers.contacts', 'Contacts Storage'),
    app('com.android.providers.media.module', 'Media'),
    app('com.android.providers.settings', 'Settings Storage'),
    app('com.android.providers.telephony', 'Phone and Messaging Storage'),
    app('com.android.providers.userdictionary', 'User Dictionary'),
    app('com.android.packageinstaller', 'Package installer'),
    app('com.android.permissioncontroller', 'Permission controller'),
    app('com.android.shell', 'Shell'),
    ...(isRealSize ? realSizePackages.map((name) => app(name, name)) : []),
  ];
}
