import { pay } from '../payments/payments.ts';

export const mcp = pay;
