import { pay } from '../payments/payments.ts';

export const teams = pay;
