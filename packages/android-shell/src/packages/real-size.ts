// Packages without an icon, hundreds as on a maker's phone. Few permissions and long names: this phone's grep takes its
// time for each line of `dumpsys package`, and holds up all phones of its process meanwhile.

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
