export const phoneScreen = 'Phone screen';
export const phone = (tag: string) => `Phone ${tag}`;
export const soundOff = 'Sound off';
export const soundOn = 'Sound on';
export const connectingToThePhone = 'Connecting to the phone';
export const paused = 'Paused';
export const reconnecting = 'Reconnecting,';
