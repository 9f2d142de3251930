import { toast } from 'sonner';

export const bad = toast;
