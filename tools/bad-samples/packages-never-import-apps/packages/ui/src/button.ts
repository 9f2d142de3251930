import { value } from '../../../apps/web/src/page.ts';

export const bad = value;
