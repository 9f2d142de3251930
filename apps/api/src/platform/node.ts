// This API node among the others. Its heartbeat, a row in `nodes` that is renewed each second, is the only sign that it
// lives: the other nodes take over its jobs, links and sockets when the heartbeat stops. The node that has lived longest
// is the leader and does the periodic work of the whole fleet. After a pause of the leader there may be two leaders for a
// moment, so this work must be safe to run twice.
import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import type { Log } from './log.ts';
import {
  deleteDeadNodes,
  deleteNode,
  type OtherNode,
  updatePredecessors,
  upsertHeartbeat,
} from './node.sql.ts';

export type Node = {
  readonly id: string;
  isLeader: () => boolean;
  /** The other living nodes, as of the last heartbeat. */
  others: () => readonly OtherNode[];
  /** Call before workers lock jobs under this id; resolves when it is stored for the other nodes. */
  addJobPool: (poolId: string) => Promise<void>;
  removeJobPool: (poolId: string) => void;
  stop: () => Promise<void>;
};

/** Periodic work that the leader does for the whole fleet. */
export type LeaderWork = {
  /** The log message of a failure: 'alarms could not be updated'. */
  failure: string;
  everyMs: number;
  /** The delay before the first run. */
  firstAfterMs?: number;
  run: () => Promise<unknown>;
};

const heartbeatEveryMs = 1_000;
/** As in the SQL function `node_is_alive`: after this time the other nodes regard this node as dead. */
const deadAfterMs = 6_000;
const deleteEveryMs = 600_000;

/** `url` is the address at which hosts reach this node. */
export async function startNode({ db, log, url }: { db: Db; log: Log; url: string }): Promise<Node> {
  const id = randomUUID();
  const jobPools = new Set<string>();
  let leadership = { isLeader: false, sinceMs: performance.now() };
  let others: readonly OtherNode[] = [];
  let isFailing = false;

  const sendHeartbeat = async (): Promise<void> => {
    const sinceMs = performance.now();
    const state = await upsertHeartbeat(db, { node_id: id, url, job_pools: [...jobPools] });
    const isLeader = state.is_leader;
    others = state.others;
    if (isLeader !== leadership.isLeader)
      log.info({ node_id: id }, isLeader ? 'this node leads' : 'another node leads');
    leadership = { isLeader, sinceMs };
  };
  let sending: Promise<void> | undefined;
  const heartbeat = (): Promise<void> => {
    sending ??= sendHeartbeat().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(() => {
    heartbeat().then(
      () => {
        isFailing = false;
      },
      (error) => {
        if (!isFailing) log.warn({ err: error, node_id: id }, 'the heartbeat of this node failed');
        isFailing = true;
      },
    );
  }, heartbeatEveryMs);

  const node: Node = {
    id,
    isLeader: () => leadership.isLeader && performance.now() - leadership.sinceMs < deadAfterMs,
    others: () => others,
    addJobPool: async (poolId) => {
      jobPools.add(poolId);
      // A heartbeat that is being sent does not contain the new id yet.
      await sending?.catch(() => undefined);
      await heartbeat();
    },
    removeJobPool: (poolId) => void jobPools.delete(poolId),
    stop: async () => {
      clearInterval(timer);
      stopDeleting();
      await sending?.catch(() => undefined);
      await deleteNode(db, id).catch((error) =>
        log.debug({ err: error }, 'the row of this node could not be deleted'),
      );
    },
  };
  const stopDeleting = runOnLeader(
    { node, log },
    {
      failure: 'the rows of dead nodes could not be deleted',
      everyMs: deleteEveryMs,
      run: () => deleteDeadNodes(db),
    },
  );
  try {
    await updatePredecessors(db, { node_id: id, url, job_pools: [] });
    await heartbeat();
  } catch (error) {
    clearInterval(timer);
    stopDeleting();
    throw error;
  }
  return node;
}

/** Runs the work while this node leads, never twice at once. Returns a function that stops it. */
export function runOnLeader({ node, log }: { node: Node; log: Log }, work: LeaderWork): () => void {
  const notBeforeMs = performance.now() + (work.firstAfterMs ?? 0);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning || !node.isLeader() || performance.now() < notBeforeMs) return;
    isRunning = true;
    work
      .run()
      .catch((error: unknown) => log.warn({ err: error }, work.failure))
      .finally(() => {
        isRunning = false;
      });
  }, work.everyMs);
  return () => clearInterval(timer);
}
