import { value } from '../devices/devices.ts';

export const bad = value;
