import { value } from '../../api/src/door.ts';

export const bad = value;
