import { pay } from '../payments/payments.ts';

export const questions = pay;
