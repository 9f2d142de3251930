import { value } from '../health/health.ts';

export const bad = value;
