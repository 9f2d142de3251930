export const contactUsForDeviceAssignment = 'Contact Us for Device Assignment';
export const theTeamTypicallyRespondsWithinHours = (salesAnswerHours: string | number) =>
  `The team typically responds within ${salesAnswerHours} hours.`;
export const rentNow = 'Rent now';
export const contact = 'Contact';
export const name = 'Name';
export const email = 'Email';
export const leaveThisEmpty = 'Leave this empty';
export const errorSendingMessagePleaseTryAgain = 'Error sending message. Please try again.';
export const sending = 'Sending...';
export const sendMessage = 'Send message';
export const messageSentSuccessfullyWellContact = "Message sent successfully! We'll contact you soon.";
export const talkToAPerson = 'Talk to a person';
export const askForAFreeDemo = (salesAnswerHours: string | number) =>
  `Ask for a free demo, a bulk quote or a specific device, day or night. The team typically responds within ${salesAnswerHours} hours.`;
export const message = 'Message';
