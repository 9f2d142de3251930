import { buy } from '../orders/orders.ts';

export const webhooks = buy;
