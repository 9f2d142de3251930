// Prepares the browser for the first frame before the viewer clicks on a phone.
import { findVideoSupport } from './decode/browser-support.ts';
import { startWorkerAhead } from './worker/worker-pool.ts';

/** Starts the decoder's thread and makes the browser load its codec. Cheap when done already. Never throws. */
export async function warmUpPlayer(): Promise<void> {
  const support = await findVideoSupport();
  if ('decoder' in support) startWorkerAhead(support.decoder);
}
