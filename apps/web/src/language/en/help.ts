import { brand } from '@pocketfleet/rules';

export const help = 'Help';
export const description = 'How it works, common questions and how to reach us.';

export const firstSteps = 'First steps';
export const rentTitle = 'Rent';
export const rentWords =
  'Choose how many phones you need and for how long. Pay by card, and they’re ready within minutes.';
export const rentLink = 'Rent phones';
export const streamTitle = 'Open a phone';
export const streamWords =
  'Press Stream in the list. Click the picture to type, and use the tools beside it for home, files, apps and shell.';
export const streamLink = 'Your phones';
export const manyTitle = 'Work with many';
export const manyWords =
  'Switch to Mosaic to watch all of them. Tick phones to install, push, label or extend them together.';
export const filesTitle = 'Bring files and apps';
export const filesWords =
  'Drop an APK on the picture to install it. Any other file is saved to the phone’s Download folder.';
export const programsTitle = 'Let programs in';
export const programsWords =
  'Make a key to use your phones from a script, from your own adb or through our API.';
export const keysLink = 'Programs';
export const referenceLink = 'API reference';

export const questions = 'Questions';
export const offlineQuestion = 'What if a phone is offline?';
export const offlineAnswer =
  'It usually comes back by itself within minutes, for example after a restart. If it doesn’t, we replace it for the rest of your rental, or refund the unused full days.';
export const keepQuestion = 'Does my data stay on the phone?';
export const keepAnswer =
  'Yes, for as long as your rental runs, also when you close the browser. When it ends, everything on the phone is erased, so extend it before then or save what you need.';
export const extendQuestion = 'How do I keep a phone longer?';
export const extendAnswer =
  'Open its rental from the list and choose a period, or tick several phones and press Extend: they’re one order with one payment.';
export const refundQuestion = 'How do refunds work?';
export const refundAnswer =
  'Cancel before the start and you get everything back. If we can’t provide a working phone, we refund it without being asked. Returning a phone early isn’t refunded.';
export const payQuestion = 'Can I pay without a card?';
export const payAnswer =
  'Yes, by bank transfer or cryptocurrency through our team. Send a sales request from the rent page, or write to us.';
export const slowQuestion = 'Why is the picture slow, or why does it freeze?';
export const slowAnswer =
  'Usually it’s the connection between you and us. Run the line test below to see how it performs and what helps.';

export const mouseAndKeyboard = 'Mouse and keyboard';
export const moreShortcuts = 'In an open phone, press ? for all shortcuts and to change their modifier key.';
export const typeIntoAPhone = 'Type on a phone';
export const takeTheKeyboardBack = 'Stop typing';
export const back = 'Back';
export const home = 'Home';
export const pinch = 'Pinch';
export const installOrSend = 'Install an APK or send a file';
export const searchYourDevices = 'Search your phones';
export const moveInTheMosaicOpen = 'Move in the mosaic, open, pause all';
export const click = 'Click';
export const enterLabel = 'Enter';
export const ctrlAltEsc = 'Ctrl Alt Esc';
export const ctrlAltHome = 'Ctrl Alt Home';
export const rightClick = 'Right-click';
export const middleClick = 'Middle-click';
export const ctrlDrag = 'Ctrl drag';
export const dropItOnThePhone = 'Drop it on the phone';
export const arrowKeys = 'Arrow keys';

export const lineTest = 'Line test';
export const lineTestLead = () =>
  `Measures the connection from this browser to ${brand.name}. It takes a few seconds and downloads about 1 MB.`;
export const startLineTest = 'Test my line';
export const testAgain = 'Test again';
export const cancel = 'Cancel';
export const testing = 'Testing…';
export const delay = 'Delay';
export const speed = 'Speed';
export const liveConnection = 'Live connection';
export const videoDecoder = 'Picture';
export const blocked = 'blocked';
export const delayOf = (ms: number) => `${ms} ms`;
export const speedOf = (megabits: string) => `${megabits} Mbit/s`;
export const notMeasured = 'couldn’t be measured';
export const opens = 'opens';
export const browserDecodes = 'your browser decodes it';
export const weDecode = 'our own decoder, with a smaller picture';
export const needsHttps = 'needs https';
export const allGood = 'Your line is good: expect the full picture without a noticeable delay.';
export const noLine = () =>
  `${brand.name} can’t be reached from here. Check your internet connection, then test again.`;
export const liveBlocked =
  'Your network blocks live connections (WebSockets), so no picture gets through. Ask your network’s administrator to allow them for this site, or try another network.';
export const insecurePage = 'The picture needs a secure page. Open this site with https.';
export const slowDownload =
  'Your line is slow, so pictures are smaller or have fewer frames. Close other downloads, use a cable instead of Wi-Fi, or pause phones you aren’t watching.';
export const longDelay =
  'Your line answers slowly, so taps arrive late. A VPN, a distant network or busy Wi-Fi is the usual cause.';
export const noBrowserDecoder =
  'This browser can’t decode our video itself. A current Chrome, Edge or Safari shows the full picture.';
export const copyResult = 'the result';
export const failedToCopy = 'Failed to copy to clipboard.';
export const resultIsCopied = 'Copied. Paste it into your message to us.';

export const contacts = 'Talk to us';
export const writeToTheTeam = (hours: number) =>
  `Write at any time, day or night. The team typically responds within ${hours} hours.`;
