import { defineConfig } from 'vitest/config';

// The fault test starts, kills and stops a product of its own; `npm run proof -- chaos`.
export default defineConfig({
  test: {
    include: ['e2e/chaos/*.chaos.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
