import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls the API's health until `phoneCount` phones are online. The error of a timeout says how many are.
 */
export async function waitForPhones(
  operatorPort: number,
  phoneCount: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const endsMs = Date.now() + timeoutMs;
  let online = 0;
  while (Date.now() < endsMs) {
    online = await countOnline(operatorPort);
    if (online >= phoneCount) return;
    await wait(50, undefined, { signal });
  }
  throw new Error(`only ${online} of ${phoneCount} phones came online within ${timeoutMs / 1000} s`);
}

async function countOnline(operatorPort: number): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${operatorPort}/health/ready`, {
      signal: AbortSignal.timeout(2_000),
    });
    const body = (await response.json()) as { devices_online?: unknown };
    return response.ok && typeof body.devices_online === 'number' ? body.devices_online : 0;
  } catch {
    return 0;
  }
}
