export const version = (name: string) => `Version ${name}`;
export const moreFor = (label: string) => `More for ${label}`;
export const forceStop = 'Force stop';
export const clearData = 'Clear data';
export const stopped = (label: string) => `${label} was stopped.`;
export const cleared = (label: string) => `The data of ${label} was deleted.`;
export const tryAgain = (name: string) => `Try again: ${name}`;
