import { pay } from '../payments/payments.ts';

export const screen = pay;
