import { isReady } from '../health/health.ts';

export const seen = isReady;
