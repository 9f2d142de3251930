import { afterEach, expect, it, vi } from 'vitest';
import { queueDraw } from './draw-queue.ts';

afterEach(() => vi.restoreAllMocks());

it('continues with waiting and with later draws after a draw that failed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const drawn: string[] = [];
  const fail = () => {
    throw new Error('the canvas is gone');
  };
  queueDraw(fail);
  await new Promise<void>((resolve) => {
    queueDraw(() => drawn.push('waiting'));
    queueDraw(fail);
    queueDraw(() => resolve());
  });
  await new Promise<void>((resolve) => queueDraw(() => resolve()));
  expect(drawn).toEqual(['waiting']);
});
