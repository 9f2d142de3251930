export const connectAgent = 'Connect an agent';
export const agentsLead =
  'An agent works with your phones through our MCP server: it reads screens, taps and types. It never rents or pays.';
export const address = 'Address';
export const addressHint = 'The agent opens our page in your browser, and you choose what it may do.';
export const theAddress = 'the address';
export const yourProgram = 'Your program';
export const inItsSettings = 'In its settings';
export const inATerminal = 'In a terminal';
export const inFile = (file: string) => `In the file ${file}`;
export const theLines = (program: string) => `the lines for ${program}`;
export const claudeSteps =
  'Settings, Connectors, Add custom connector. Paste the address and choose Connect.';
export const chatGptSteps =
  'Settings, Apps & Connectors, Advanced settings: switch on developer mode. Then Create, and paste the address.';
export const withAKey = 'Without a browser';
export const withAKeyText = 'On a server, send a key instead. Give it only what the agent needs.';
export const takesNoKey = (program: string) => `${program} takes no key: connect it with your browser.`;
export const onThisComputer = 'As a program on your computer';
export const onThisComputerText =
  'Our command line offers the same tools on standard input and output. Leave the key out where you have signed in with “pocketfleet login”.';
export const makeAKey = 'Make a key';
export const yourKey = 'YOUR_KEY';
export const anyProgram = 'Any other program';
export const tryIt = 'Try it';
export const tryItText = 'Start waiting, then ask your agent “Which phones do I have?”';
export const startWaiting = 'Wait for its first call';
export const waiting = 'Waiting for a call…';
export const stopWaiting = 'Stop waiting';
export const arrived = (program: string, time: string) => `${program} called at ${time}. It works.`;
export const nothingCame =
  'No call came within five minutes. Check the address in your program, and that you approved it on our page.';
export const notAsked = 'We can’t look for calls at the moment. We’ll go on trying.';
export const safety = 'What to know';
export const safetyPoints: readonly string[] = [
  'You choose which phones it gets, what it may do, and until when. “Connected programs” lists it, and ends it with one click.',
  'You can always watch, and take the phone with one click. The agent is told.',
  'Texts on a screen can try to talk an agent into something. We mark them for it, but don’t give it a phone with accounts that it must not touch.',
];
