import { createTransport } from 'nodemailer';

export const bad = createTransport();
