import { value } from '../../../../packages/client-team/src/index.ts';

export const bad = value;
