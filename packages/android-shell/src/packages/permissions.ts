// Two kinds of permissions: runtime permissions, which Android asks the user for, and all others, which an app has from
// its install on. `pm grant` changes only the first kind.

import { isRealSizePackage, realSizePermissions } from './real-size.ts';

/** Android's "dangerous" permissions. */
const RUNTIME = new Set(
  (
    'READ_CALENDAR WRITE_CALENDAR PROCESS_OUTGOING_CALLS READ_CALL_LOG WRITE_CALL_LOG CAMERA GET_ACCOUNTS ' +
    'READ_CONTACTS WRITE_CONTACTS ACCESS_BACKGROUND_LOCATION ACCESS_COARSE_LOCATION ACCESS_FINE_LOCATION ' +
    'RECORD_AUDIO BLUETOOTH_ADVERTISE BLUETOOTH_CONNECT BLUETOOTH_SCAN NEARBY_WIFI_DEVICES POST_NOTIFICATIONS ' +
    'ANSWER_PHONE_CALLS CALL_PHONE READ_PHONE_NUMBERS READ_PHONE_STATE READ_MEDIA_AUDIO ACCESS_MEDIA_LOCATION ' +
    'READ_MEDIA_IMAGES READ_MEDIA_VIDEO ACTIVITY_RECOGNITION BODY_SENSORS READ_SMS RECEIVE_MMS RECEIVE_SMS ' +
    'SEND_SMS READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE'
  )
    .split(' ')
    .map((name) => `android.permission.${name}`),
);

export function isRuntimePermission(name: string): boolean {
  return RUNTIME.has(name);
}

/** Permissions that the system apps request. */
const SYSTEM_REQUESTS: Readonly<Record<string, readonly string[]>> = {
  'com.android.notes': ['POST_NOTIFICATIONS', 'RECORD_AUDIO', 'VIBRATE'],
  'com.android.gallery3d': [
    'ACCESS_MEDIA_LOCATION',
    'READ_MEDIA_IMAGES',
    'READ_MEDIA_VIDEO',
    'SET_WALLPAPER',
  ],
  'com.android.video': ['READ_MEDIA_VIDEO', 'WAKE_LOCK'],
  'com.android.deskclock': ['POST_NOTIFICATIONS', 'RECEIVE_BOOT_COMPLETED', 'VIBRATE', 'WAKE_LOCK'],
  'com.android.feed': ['ACCESS_COARSE_LOCATION', 'INTERNET', 'POST_NOTIFICATIONS'],
  'com.android.inputmethod.latin': ['READ_CONTACTS', 'VIBRATE'],
  'com.android.shell': ['DUMP', 'READ_CALENDAR', 'READ_CONTACTS', 'READ_LOGS'],
};

/** System apps whose runtime permissions are granted on a new phone. */
const GRANTED_ON_NEW_PHONE: ReadonlySet<string> = new Set([
  'com.android.inputmethod.latin',
  'com.android.shell',
]);

export function initialPermissions(name: string): readonly string[] {
  if (isRealSizePackage(name)) return realSizePermissions;
  return GRANTED_ON_NEW_PHONE.has(name) ? requestedBySystem(name).filter(isRuntimePermission) : [];
}

/** Shared users by package. The permissions belong to the shared user, and `dumpsys package` lists them there. */
const SHARED_USERS: Readonly<Record<string, { readonly name: string; readonly uid: number }>> = {
  'com.android.shell': { name: 'android.uid.shell', uid: 2000 },
};

export function sharedUserOf(name: string): { readonly name: string; readonly uid: number } | undefined {
  return Object.hasOwn(SHARED_USERS, name) ? SHARED_USERS[name] : undefined;
}

export function requestedBySystem(name: string): readonly string[] {
  if (isRealSizePackage(name)) return realSizePermissions;
  return (Object.hasOwn(SYSTEM_REQUESTS, name) ? (SYSTEM_REQUESTS[name] ?? []) : []).map(
    (one) => `android.permission.${one}`,
  );
}
