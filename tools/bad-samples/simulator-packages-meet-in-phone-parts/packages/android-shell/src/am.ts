import { value } from '../../phone-screen/src/index.ts';

export const bad = value;
