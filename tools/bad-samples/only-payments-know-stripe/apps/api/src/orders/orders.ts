import Stripe from 'stripe';

export const bad = Stripe;
