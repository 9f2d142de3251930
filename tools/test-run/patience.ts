// Set-up of every test file: what is waited for has as long as a busy machine may need, not vitest's one second.
// Speed is shown by benches; a wait ends as soon as its condition holds.
import { vi } from 'vitest';

const patienceMs = 60_000;
const patient = Symbol.for('pocketfleet.patient');
// Files share a worker, and with it this object: it is made patient once.
const known = vi as typeof vi & { [patient]?: true };
if (known[patient] !== true) {
  known[patient] = true;
  const waitFor = vi.waitFor;
  vi.waitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
}
