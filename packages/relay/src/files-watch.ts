// A customer's actions on the files and apps of a phone, read from the messages of one files socket. A push counts once the phone
// has stored or installed it, a pull once its bytes begin to come: from then on they may have left the phone.
import type { FilesNotice, FilesRequest } from '@pocketfleet/contract';

export type FileUse =
  | { kind: 'file.pushed' | 'file.pulled' | 'app.installed'; details: { name: string; size: number } }
  | { kind: 'file.deleted' | 'app.removed' | 'app.cleared'; details: { name: string } };

export type FilesWatch = {
  onRequest: (request: FilesRequest) => void;
  onNotice: (notice: FilesNotice) => void;
};

export function watchFiles(onUse: (use: FileUse) => void): FilesWatch {
  let asked: FilesRequest | undefined;
  return {
    onRequest: (request) => {
      // The first message of a socket says what is done; those after it are its parts.
      asked ??= request;
    },
    onNotice: (notice) => {
      const use = asked && usedBy(asked, notice);
      if (use !== undefined) onUse(use);
    },
  };
}

function usedBy(asked: FilesRequest, notice: FilesNotice): FileUse | undefined {
  if (asked.type === 'pull') {
    // A pull that goes on after a lost line was told when it began.
    if (notice.type !== 'pull_start' || asked.offset > 0) return undefined;
    return { kind: 'file.pulled', details: { name: asked.path, size: notice.size } };
  }
  if (notice.type !== 'done') return undefined;
  if (asked.type === 'push') {
    const { folder, name, size, install } = asked;
    if (install) return { kind: 'app.installed', details: { name, size } };
    return { kind: 'file.pushed', details: { name: `${folder}/${name}`, size } };
  }
  if (asked.type === 'delete') return { kind: 'file.deleted', details: { name: asked.path } };
  if (asked.type === 'uninstall_app') return { kind: 'app.removed', details: { name: asked.package } };
  if (asked.type === 'clear_app') return { kind: 'app.cleared', details: { name: asked.package } };
  return undefined;
}
