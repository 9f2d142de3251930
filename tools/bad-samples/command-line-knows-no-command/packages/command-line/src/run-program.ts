import { value } from '../../cli/src/cli.ts';

export const bad = value;
