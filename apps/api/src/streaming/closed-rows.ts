// The rows of sockets that have closed on this node's relays, until they are deleted. One delete at a time: many sockets may close
// at once. A relay may lose its link and name the same sockets on its next one, so a row belongs to the link that named it last.
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { deleteSockets } from './open-sockets.sql.ts';

const deletedAtOnce = 1_000;

/** Of one link of a relay. */
export type LinkRows = {
  /** Deletes the rows of these sockets now, or with the next sweep, but for those that a newer link has named. */
  add: (socketIds: Iterable<string>) => void;
  /** This link names these sockets: their rows stay. Resolves when no delete of them is under way. */
  keep: (socketIds: Iterable<string>) => Promise<void>;
};

export type ClosedRows = {
  ofLink: () => LinkRows;
  /** Rejects when the database can't be asked; what is left is tried again. */
  deleteAll: () => Promise<void>;
};

/** `deleteRows`: for tests. */
export function createClosedRows(
  { db, log }: { db: Db; log: Log },
  nodeId: string,
  deleteRows: typeof deleteSockets = deleteSockets,
): ClosedRows {
  const closed = new Set<string>();
  /** Of the delete that is under way: a socket that is added again meanwhile is deleted once more. */
  const underWay = new Set<string>();
  /** The sockets that were named, and the last link that did so, until they close. */
  const namedBy = new Map<string, LinkRows>();
  let deleting: Promise<void> | undefined;

  const deleteBatches = async (): Promise<void> => {
    try {
      while (closed.size > 0) {
        for (const id of [...closed].slice(0, deletedAtOnce)) {
          closed.delete(id);
          underWay.add(id);
        }
        await deleteRows(db, nodeId, [...underWay]);
        underWay.clear();
      }
    } finally {
      for (const id of underWay) closed.add(id);
      underWay.clear();
      deleting = undefined;
    }
  };
  const deleteAll = async (): Promise<void> => {
    if (closed.size > 0) deleting ??= deleteBatches();
    await deleting;
  };
  return {
    ofLink: () => {
      const link: LinkRows = {
        add: (socketIds) => {
          for (const id of socketIds) {
            if ((namedBy.get(id) ?? link) !== link) continue;
            namedBy.delete(id);
            closed.add(id);
          }
          deleteAll().catch((error) => log.debug({ err: error }, 'rows of sockets are not deleted yet'));
        },
        keep: async (socketIds) => {
          for (const id of socketIds) {
            namedBy.set(id, link);
            closed.delete(id);
            underWay.delete(id);
          }
          await deleting?.catch(() => undefined);
        },
      };
      return link;
    },
    deleteAll,
  };
}
