export const contactInformation = 'Contact information';
export const writeToTheTeam = (salesAnswerHours: string | number) =>
  `Write at any time, day or night. The team typically responds within ${salesAnswerHours} hours.`;
export const copiedToClipboard = (label: string) => `${label} copied to clipboard!`;
export const failedToCopyToClipboard = 'Failed to copy to clipboard.';
