// Set-up of every test file: what is waited for has as long as a busy machine may need, not vitest's one second.
// Speed is shown by benches; a wait ends as soon as its condition holds.
import { vi } from 'vitest';

const patienceMs = 20_000;
const waitFor = vi.waitFor;

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
