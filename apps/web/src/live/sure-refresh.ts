// Reads something again until the server has answered. An event tells only once that it has changed.
import { reconnectDelayMs } from './reconnect-delay.ts';

/** `read` resolves with false where the server could not be reached. */
export function createSureRefresh(read: () => Promise<boolean>) {
  let [isStopped, runs, failures] = [false, 0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async (): Promise<void> => {
    clearTimeout(timer);
    runs += 1;
    const run = runs;
    const isRead = await read();
    // A later one knows more.
    if (isStopped || run !== runs) return;
    if (isRead) failures = 0;
    else {
      timer = setTimeout(() => void refresh(), reconnectDelayMs(failures, Math.random()));
      failures += 1;
    }
  };
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { refresh, stop };
}
