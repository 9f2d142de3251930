// Hundreds of packages without an icon, as on a real phone. They have few permissions and long names, because the
// interpreter's grep takes time for each line of `dumpsys package`, during which all phones of the process wait.

const PREFIX = `com.maker.android.systemservices.${'component.'.repeat(9)}part`;

export const realSizePackages: readonly string[] = Array.from(
  { length: 250 },
  (_, at) => `${PREFIX}${String(at).padStart(3, '0')}`,
);

export const realSizePermissions: readonly string[] = [
  'ACCESS_BACKGROUND_LOCATION',
  'WRITE_EXTERNAL_STORAGE',
].map((name) => `android.permission.${name}`);

export function isRealSizePackage(name: string): boolean {
  return name.startsWith(PREFIX);
}
