import { value } from '../../virtual-phone/src/index.ts';

export const bad = value;
