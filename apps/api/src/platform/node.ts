// This API node among the others. Its row in `nodes`, renewed each second, is the only sign that it lives; the others
// go by it for its jobs, links and sockets. The node that has lived longest is the leader, which does what must be done
// once for the whole fleet. For a moment after a leader stood still there may be two: what they do must bear that.
import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import type { Log } from './log.ts';
import { deleteGoneNodes, deleteNode, updatePredecessors, upsertBeat } from './node.sql.ts';

export type Node = {
  readonly id: string;
  isLeader: () => boolean;
  /** Workers lock jobs under this id from now on; resolves when the other nodes know. */
  addJobPool: (poolId: string) => Promise<void>;
  removeJobPool: (poolId: string) => void;
  stop: () => Promise<void>;
};

/** Work that one node does for the whole fleet, again and again. */
export type Duty = {
  /** For the log, if it fails: 'alarms could not be looked after'. */
  failure: string;
  everyMs: number;
  /** Not sooner than this after a start. */
  firstAfterMs?: number;
  run: () => Promise<unknown>;
};

const beatEveryMs = 1_000;
/** As `node_is_alive` says: the others believe that this node is gone, so another one leads. */
const goneAfterMs = 6_000;
const forgetEveryMs = 600_000;

/** `url`: where hosts dial this node. */
export async function startNode({ db, log, url }: { db: Db; log: Log; url: string }): Promise<Node> {
  const id = randomUUID();
  const jobPools = new Set<string>();
  let led = { isLeader: false, sinceMs: performance.now() };
  let isFailing = false;

  const beat = async (): Promise<void> => {
    const sinceMs = performance.now();
    const isLeader = await upsertBeat(db, { node_id: id, url, job_pools: [...jobPools] });
    if (isLeader !== led.isLeader)
      log.info({ node_id: id }, isLeader ? 'this node leads' : 'another node leads');
    led = { isLeader, sinceMs };
  };
  let beating: Promise<void> | undefined;
  const beatOnce = (): Promise<void> => {
    beating ??= beat().finally(() => {
      beating = undefined;
    });
    return beating;
  };
  const timer = setInterval(() => {
    beatOnce().then(
      () => {
        isFailing = false;
      },
      (error) => {
        if (!isFailing) log.warn({ err: error, node_id: id }, 'this node can not say that it lives');
        isFailing = true;
      },
    );
  }, beatEveryMs);

  const node: Node = {
    id,
    isLeader: () => led.isLeader && performance.now() - led.sinceMs < goneAfterMs,
    addJobPool: async (poolId) => {
      jobPools.add(poolId);
      // A beat that is under way was put together before.
      await beating?.catch(() => undefined);
      await beatOnce();
    },
    removeJobPool: (poolId) => void jobPools.delete(poolId),
    stop: async () => {
      clearInterval(timer);
      stopForgetting();
      await beating?.catch(() => undefined);
      await deleteNode(db, id).catch((error) => log.debug({ err: error }, 'this node could not sign off'));
    },
  };
  const stopForgetting = runOnLeader(
    { node, log },
    {
      failure: 'nodes that are gone were not forgotten',
      everyMs: forgetEveryMs,
      run: () => deleteGoneNodes(db),
    },
  );
  try {
    await updatePredecessors(db, { node_id: id, url, job_pools: [] });
    await beatOnce();
  } catch (error) {
    clearInterval(timer);
    stopForgetting();
    throw error;
  }
  return node;
}

/** Does its duty while this node leads, never twice at once. Returns how to stop. */
export function runOnLeader({ node, log }: { node: Node; log: Log }, duty: Duty): () => void {
  const notBeforeMs = performance.now() + (duty.firstAfterMs ?? 0);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning || !node.isLeader() || performance.now() < notBeforeMs) return;
    isRunning = true;
    duty
      .run()
      .catch((error: unknown) => log.warn({ err: error }, duty.failure))
      .finally(() => {
        isRunning = false;
      });
  }, duty.everyMs);
  return () => clearInterval(timer);
}
