export const buy = 1;
