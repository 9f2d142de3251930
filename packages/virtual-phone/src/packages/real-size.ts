// Packages without an icon in the numbers of a maker's phone: 450 of them, with six runtime permissions each.

const PREFIX = 'com.maker.android.systemservices.component';

export const realSizePackages: readonly string[] = Array.from(
  { length: 450 },
  (_, at) => `${PREFIX}${String(at).padStart(3, '0')}`,
);

export const realSizePermissions: readonly string[] = [
  'ACCESS_BACKGROUND_LOCATION',
  'ACCESS_FINE_LOCATION',
  'PROCESS_OUTGOING_CALLS',
  'READ_EXTERNAL_STORAGE',
  'READ_PHONE_NUMBERS',
  'WRITE_EXTERNAL_STORAGE',
].map((name) => `android.permission.${name}`);

export function isRealSizePackage(name: string): boolean {
  return name.startsWith(PREFIX);
}
