// How many workers of one lane each workspace has now, on this node, and which of its endpoints wait for one of them.

type Endpoint = { id: string; workspace_id: string };

export type WorkerShares = {
  /** False while the workspace has its share. */
  take(endpoint: Endpoint): boolean;
  /** As `take`; where it is false, the endpoint waits until the share has room, unless too many wait already. */
  takeOrWait(endpoint: Endpoint): boolean;
  /** To be called once for each `true`. Returns the ids of endpoints that wait no longer and need a job. */
  giveBack(endpoint: Endpoint): string[];
};

/** `most`: workers of one workspace. `mostWaiting`: endpoints of all workspaces. */
export function createWorkerShares(most: number, mostWaiting: number): WorkerShares {
  /** A workspace has an entry while it has a worker, so that an endpoint waits only where a worker will end. */
  const shares = new Map<string, { used: number; waiting: Set<string> }>();
  let waitingCount = 0;

  const take = ({ workspace_id }: Endpoint): boolean => {
    const share = shares.get(workspace_id) ?? { used: 0, waiting: new Set() };
    if (share.used >= most) return false;
    share.used += 1;
    shares.set(workspace_id, share);
    return true;
  };

  return {
    take,
    takeOrWait: (endpoint) => {
      if (take(endpoint)) return true;
      const waiting = shares.get(endpoint.workspace_id)?.waiting;
      if (waiting && !waiting.has(endpoint.id) && waitingCount < mostWaiting) {
        waiting.add(endpoint.id);
        waitingCount += 1;
      }
      return false;
    },
    giveBack: ({ id, workspace_id }) => {
      const share = shares.get(workspace_id);
      if (share === undefined) return [];
      share.used -= 1;
      if (share.used === 0) shares.delete(workspace_id);
      // Another node may take the job of a woken endpoint, and then nobody here would wake the next one. So the last worker wakes
      // all that wait. This worker's own endpoint waits too where an event became due after its last look.
      const others = [...share.waiting].filter((each) => each !== id);
      const woken = share.used === 0 ? others : others.slice(0, 1);
      if (share.waiting.has(id)) woken.push(id);
      for (const each of woken) share.waiting.delete(each);
      waitingCount -= woken.length;
      return woken;
    },
  };
}
