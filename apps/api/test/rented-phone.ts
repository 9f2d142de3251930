// A phone of a fleet that is rented for real: cleaned, assigned, prepared for its tenant.
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { assignDevice, endAssignment } from '../src/assignments/assignments.ts';
import { sql } from '../src/platform/database.ts';
import { createTestUser, type TestAppOptions, testPassword } from './test-app.ts';
import { type OpenOptions, openSocket, type TestViewer, ticketFor } from './test-viewer.ts';
import { nothingBefore, startTestFleet, type TestFleet } from './watched-fleet.ts';

const patience = { timeout: 60_000, interval: 50 };

/** Our ids of the fleet's phones, once they are cleaned and online. */
export async function awaitReady(fleet: TestFleet): Promise<string[]> {
  const ids = async (): Promise<string[]> => {
    const found = await sql<{ id: string; serial: string }>`
      select d.id, d.serial from devices d join device_presence p on p.device_id = d.id
      where p.connection_state = 'online' and d.state = 'ready'`.execute(fleet.site.db);
    return fleet.phones.flatMap(({ model }) => {
      const row = found.rows.find(({ serial }) => serial === model.serial);
      return row === undefined ? [] : [row.id];
    });
  };
  await vi.waitFor(async () => expect(await ids()).toHaveLength(fleet.phones.length), patience);
  return ids();
}

/** A phone stays ready until its rental, which may just have run out, is ended. */
async function awaitNoTenant(fleet: TestFleet): Promise<void> {
  await vi.waitFor(async () => {
    const left = await sql`select 1 from assignments where state <> 'ended'`.execute(fleet.site.db);
    expect(left.rows).toEqual([]);
  }, patience);
}

/** Assigns a phone and waits until it is open to its tenant. It has no end. */
export async function rentPhone(fleet: TestFleet, deviceId: string, userId: string): Promise<string> {
  const { deps } = fleet.site.app;
  const assignmentId = await assignDevice(deps, {
    device_id: deviceId,
    user_id: userId,
    order_id: null,
    starts_at: new Date(deps.clock.nowMs() - 1_000).toISOString(),
    expires_at: null,
  });
  const isPrepared = async (): Promise<boolean> => {
    const found =
      await sql`select 1 from assignments where id = ${assignmentId} and prepared_at is not null`.execute(
        fleet.site.db,
      );
    return found.rows.length > 0;
  };
  await vi.waitFor(async () => expect(await isPrepared()).toBe(true), patience);
  return assignmentId;
}

/** A phone that a customer has rented, another one that they have not, and their browser. */
export type RentedPhone = {
  fleet: TestFleet;
  phone: string;
  other: string;
  userId: string;
  token: string;
  /** Closed after each test. */
  viewers: TestViewer[];
  watch: (options?: WatchOptions) => Promise<TestViewer>;
  /** As `watch`, and waits for a picture. */
  watchLive: (options?: WatchOptions) => Promise<TestViewer>;
  /** Gives the rental an end, as an extension moves it. */
  endIn: (ms: number) => Promise<void>;
  endNow: () => Promise<void>;
};

export type WatchOptions = OpenOptions & {
  purpose?: 'view' | 'control' | 'shell' | 'files' | 'adb' | 'screen';
};

/** For all tests of a file. After a test that ends the rental, the phone is cleaned and rented again. */
export function useRentedPhone(options: TestAppOptions = {}): RentedPhone {
  const scene = { phone: '', other: '', userId: '', token: '', viewers: [] as TestViewer[] } as RentedPhone;
  let assignmentId: string | undefined;

  beforeAll(async () => {
    scene.fleet = await startTestFleet(2, nothingBefore, {}, options);
    await scene.fleet.startAgent();
    [scene.phone = '', scene.other = ''] = await awaitReady(scene.fleet);
    scene.userId = await createTestUser(scene.fleet.site.db, 'ada');
  });
  afterAll(() => scene.fleet?.stop());
  beforeEach(async () => {
    scene.token = await scene.fleet.site.signIn('ada', testPassword);
    if (assignmentId !== undefined) return;
    await awaitNoTenant(scene.fleet);
    await awaitReady(scene.fleet);
    assignmentId = await rentPhone(scene.fleet, scene.phone, scene.userId);
  });
  afterEach(async () => {
    for (const viewer of scene.viewers.splice(0)) viewer.socket.terminate();
    const { db } = scene.fleet.site;
    await sql`delete from limit_windows`.execute(db);
    const running = await sql<{ id: string }>`
      select id from assignments where state = 'active' and expires_at is null`.execute(db);
    assignmentId = running.rows[0]?.id;
  });

  scene.watch = async ({ purpose, ...options } = {}) => {
    const asked =
      purpose ?? (options.what !== undefined && options.what !== 'stream' ? options.what : 'control');
    const { fleet, phone, token } = scene;
    const ticket = await ticketFor(fleet.site, token, phone, { purpose: asked });
    const viewer = openSocket(fleet.address, phone, ticket, options);
    scene.viewers.push(viewer);
    return viewer;
  };
  scene.watchLive = async (options) => {
    const viewer = await scene.watch(options);
    let code: number | undefined;
    void viewer.closed.then((closedWith) => {
      code = closedWith;
    });
    const hasPicture = (): boolean => viewer.packets.some((packet) => packet.kind === 'video');
    const state = (): string => `closed: ${code}, told: ${JSON.stringify(viewer.notices)}`;
    await vi.waitFor(() => expect(hasPicture(), state()).toBe(true), { timeout: 60_000, interval: 20 });
    return viewer;
  };
  scene.endIn = async (ms) => {
    await sql`update assignments set expires_at = app_now() + make_interval(secs => ${ms / 1_000})
      where id = ${assignmentId}`.execute(scene.fleet.site.db);
  };
  scene.endNow = async () => {
    if (assignmentId !== undefined) await endAssignment(scene.fleet.site.app.deps, assignmentId);
  };
  return scene;
}
