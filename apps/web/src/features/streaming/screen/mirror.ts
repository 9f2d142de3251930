/** The mode in which the phone's screen is buttons and fields over the picture. */
export type Mirror = { isOn: boolean; toggle(): void };
