import { value } from '../../android-shell/src/index.ts';

export const bad = value;
