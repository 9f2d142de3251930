// Customers' paths begin with /sdcard. For adb's shell that is the owner's storage, but the tenant's apps see the storage
// of the tenant's Android user.
import type { FilesRequest } from '@pocketfleet/contract';
import { sharedFolder } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { run } from './phone-shell.ts';

const timeoutMs = 5_000;

/**
 * Returns the folder for /sdcard. Where Android keeps shell out of other users' storage, it is the owner's storage, which
 * each cleaning empties as well (decision 016).
 */
export async function findTenantStorage(adb: Adb, user: number): Promise<string> {
  const folder = `/storage/emulated/${user}`;
  // Checks the folder itself, because a tenant may delete each folder in it.
  const output = await run(adb, `ls ${folder}/ >/dev/null 2>&1 && echo open`, timeoutMs);
  return output.trim() === 'open' ? folder : sharedFolder;
}

/** Returns the request with its paths moved into that folder. Pure. */
export function moveToTenantStorage(request: FilesRequest, folder: string): FilesRequest {
  const moved = (path: string): string =>
    path === sharedFolder || path.startsWith(`${sharedFolder}/`)
      ? folder + path.slice(sharedFolder.length)
      : path;
  if (request.type === 'push') return { ...request, folder: moved(request.folder) };
  return 'path' in request ? { ...request, path: moved(request.path) } : request;
}
