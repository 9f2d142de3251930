// Judges requests on a files socket by the same rules as calls. Requests about apps need the permission for apps. A program's change
// counts as its action, and is refused while a person has the phone. Listing and pulling need no more than the socket.
import type { JudgedFiles } from '@pocketfleet/relay';
import { lacksSentence } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { countAction } from './claim-phone.ts';
import { refuseWhilePersonHas } from './seats.ts';
import { type Admission, selectMayDo } from './tickets.sql.ts';

/** Why this may not be done now, as a sentence; null: it may. */
export async function judgeFiles(db: Db, admitted: Admission, what: JudgedFiles): Promise<string | null> {
  const { kind, credential_id, device_id: deviceId, assignment_id: assignmentId } = admitted;
  const permission = what === 'push' || what === 'delete' ? 'files' : 'apps';
  const { may, key } = await selectMayDo(db, admitted, permission);
  if (!may) return lacksSentence(kind, permission);
  if (kind === 'person' || what === 'list_apps') return null;
  try {
    await countAction(db, { kind, credential_id, key }, deviceId);
    await refuseWhilePersonHas(db, { deviceId, assignmentId });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
