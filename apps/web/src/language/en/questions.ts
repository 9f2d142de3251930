export const questions = 'Questions';
export const lead =
  'Your programs ask people here. Anybody who may control the phone may answer; the first answer counts.';
export const loading = 'Loading the questions';
export const theQuestions = 'The questions';
export const earlier = 'Earlier';
export const earlierLead = 'From the last 7 days, about phones that you still rent.';
export const more = 'Show earlier';
export const noneOpen = 'No program is waiting for an answer';
export const noneOpenText =
  'When a connected program or a key asks something, you’ll see it here, beside the phone’s picture, and by email.';
export const notLoaded = 'The questions couldn’t be loaded';
export const nothingIsLost = 'They stay open until their time runs out.';
export const connectAgent = 'Connect an agent';
export const retry = 'Try again';
export const announced = (asker: string, tag: string) => `${asker} has a question about ${tag}.`;

export const asks = (asker: string) => `${asker} asks`;
/** Under the name: what was written is a program's. */
export const aKeyOfYours = 'Written by a program with this key';
export const aProgram = 'Written by this connected program';
export const about = (tag: string, label: string) => (label === '' ? tag : `${tag}, ${label}`);
export const choices = 'Answers';
export const ownWords = 'Or in your own words';
export const yourAnswer = 'Your answer';
export const onlyItReads = (asker: string) =>
  `${asker} reads it, and so can everybody who may control this phone. Passwords don’t belong here: take control and type them on the phone.`;
export const send = 'Send answer';
export const takeControl = 'Take control';
export const openPhone = 'Open the phone';
export const left = (countdown: string) => `${countdown} left to answer`;
export const timeIsOver = 'Time’s up';
export const withoutAnswer = (answer: string | null) =>
  answer === null ? 'Then it goes on without an answer.' : `Then the answer is: ${answer}`;
export const notSent = (reason: string | null) =>
  `Your answer wasn’t sent. ${reason ?? 'Check your connection and try again.'}`;
export const writeOrChoose = 'Write an answer, or choose one.';
export const closed = (asker: string) =>
  `${asker} is no longer waiting: somebody answered, time ran out, or it no longer has the phone.`;
export const hasYourAnswer = (asker: string) => `${asker} has your answer.`;
export const seeAll = 'All questions';

export const states = {
  open: 'Open',
  answered: 'Answered',
  expired: 'Time ran out',
  withdrawn: 'Withdrawn',
} as const;
export const answeredBy = (name: string, answer: string) => `${name}: ${answer}`;
export const byDefault = (answer: string) => `By default: ${answer}`;
export const noAnswer = 'No answer';
