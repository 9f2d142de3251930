// Customers' paths begin with /sdcard. For shell that is the owner's storage; what the tenant's apps see lies
// with the tenant's Android user.
import type { FilesRequest } from '@pocketfleet/contract';
import { sharedFolder } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { run } from './phone-shell.ts';

const limitMs = 5_000;

/**
 * The folder behind /sdcard. Androids that keep shell out of other users' storage leave the owner's, which is
 * emptied with every cleaning as well (decision 016).
 */
export async function tenantStorage(adb: Adb, user: number): Promise<string> {
  const folder = `/storage/emulated/${user}`;
  // The folder itself, not one in it: a tenant may delete every one of them.
  const answer = await run(adb, `ls ${folder}/ >/dev/null 2>&1 && echo open`, limitMs);
  return answer.trim() === 'open' ? folder : sharedFolder;
}

/** The request with its paths in that folder. Pure. */
export function onTenantStorage(request: FilesRequest, folder: string): FilesRequest {
  const moved = (path: string): string =>
    path === sharedFolder || path.startsWith(`${sharedFolder}/`)
      ? folder + path.slice(sharedFolder.length)
      : path;
  if (request.type === 'push') return { ...request, folder: moved(request.folder) };
  return 'path' in request ? { ...request, path: moved(request.path) } : request;
}
