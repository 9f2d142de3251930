// From a page's message until its bytes are on the connection to the phone. The product's own connection to its phones can't
// be listened to, so this takes the bare page, the agent's code and no relay in between.
import { listen, type Sources, showAgain, startDirect } from './sources.ts';
import { takeNotes } from './stages.ts';
import { tapPhone } from './tapped-phone.ts';
import type { XScreen } from './x-screen.ts';

const touches = 16;
/** scrcpy's AMOTION_EVENT_ACTION_DOWN, the second byte of a touch message. */
const down = 0;

/** In ms, one for each touch. */
export async function timeControl(sources: Sources, screen: XScreen): Promise<number[]> {
  const { page, picture } = sources.direct;
  if (page === undefined) return [];
  let arrivedAtMs: number | undefined;
  const cable = tapPhone(sources.directPhone.adb.port, (touch) => {
    if (touch[1] === down) arrivedAtMs ??= performance.timeOrigin + performance.now();
  });
  const stream = await startDirect({ host: '127.0.0.1', port: await listen(cable) }, sources.keyDir);
  try {
    await showAgain(sources.direct, stream);
    const timesMs: number[] = [];
    for (let at = 0; at < touches; at += 1) {
      arrivedAtMs = undefined;
      const x = picture.x + picture.width * (0.15 + (0.7 * at) / touches);
      const { pressedAtMs } = await screen.touch(x, picture.y + picture.height * 0.8);
      const { sentAtMs } = await takeNotes(page.page, pressedAtMs + page.aheadMs);
      if (sentAtMs !== null && arrivedAtMs !== undefined) timesMs.push(arrivedAtMs + page.aheadMs - sentAtMs);
    }
    return timesMs;
  } finally {
    await stream.stop();
    cable.close();
  }
}
