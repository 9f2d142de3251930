import { value } from '../../contract/src/index.ts';

export const bad = value;
