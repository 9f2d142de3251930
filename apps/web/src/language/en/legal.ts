export const iAgree = 'I Agree';
export const inForceFrom = (version: string | number) => `In force from ${version}`;
