import { value } from '../mail/mail.ts';

export const bad = value;
