import { value } from '../../../ui/src/index.ts';

export const bad = value;
