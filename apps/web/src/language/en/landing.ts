import { brand } from '@pocketfleet/rules';

export const aPhoneWhoseFeed = 'A phone whose feed is being scrolled';
export const theHomeScreenOfAPhone = 'The home screen of a phone';
export const aNoteBeingTyped = 'A note being typed on a phone';
export const howDoIGetPhones = 'How do I get phones?';
export const registerChooseHowManyPhones =
  'Register, choose how many phones you need and from when, pay by card and use them right away. Or tell our team which phones you need: we’ll assign them to your account, you pay, and you can use them immediately.';
export const howCanIPay = 'How can I pay?';
export const byCardAtOnceWhen =
  'By card when you rent here, or by bank transfer or cryptocurrency through our team, which also arranges bulk rentals.';
export const whatIfTheServiceDoes = 'What if something doesn’t work?';
export const youGetAFullRefund =
  'You get a full refund. If a phone fails while you’re using it, we’ll replace it or refund the unused full days.';
export const whereAreThePhones = 'Where are the phones?';
export const inTheUnitedStatesThey =
  'In the United States. They are physical Android phones with unlimited data, not emulators, and you have full control: apps, gestures, files and shell.';
export const whoUsesAPhoneBefore = 'Who uses a phone before and after me?';
export const whileYourRentalRunsNobody =
  'During your rental, only you. Between rentals every phone is cleaned, restarted and checked; a phone that fails any check isn’t rented out.';
export const frequentlyAskedQuestions = 'Frequently Asked Questions';
export const realDevicesUsBased24 = 'Real devices · US-based · 24/7 support';
export const realUs = 'Real US ';
export const phonesIn = 'phones, in ';
export const yourBrowser = 'your browser.';
export const rentPhysicalAndroidPhones =
  'Rent physical Android phones for your agency, marketing or testing. Stream them live and control them with your mouse and keyboard.';
export const openYourDevices = 'Open your devices';
export const getStarted = 'Get Started';
export const requestAFreeDemo = 'Request a FREE Demo';
export const pixel8 = 'Pixel 8';
export const playPhones = 'Play phones';
export const pausePhones = 'Pause phones';
export const realTimeStreaming = 'Real-time streaming';
export const seeWhatThePhoneDoes =
  'Watch the phone in real time, with latency and frame rate always in view.';
export const fileDragAndDrop = 'File drag and drop';
export const dropAnApkToInstall = 'Drop an APK to install it, or any other file to save it to the phone.';
export const fullDeviceControl = 'Full device control';
export const appInstallationGesturesAndSystem =
  'App installation, gestures and system-level access through a real shell.';
export const maximizeYour = 'Maximize Your ';
export const impact = 'Impact';
export const onePersonCanRunFifty =
  'One person can run fifty phones from one browser tab. There’s nothing to install and nothing to plug in.';
export const pf004 = 'PF-004 ';
export const theSettingsOfAPhone = 'The settings of a phone';
export const dropToInstall = 'Drop to install';
export const shop42Apk48Mb = 'shop-4.2.apk, 48 MB';
export const pmListPackages3 = ' pm list packages -3\n';
export const packageComExampleShop = 'package:com.example.shop';
export const appsThatRunOnOurPhones = 'Apps that run on our phones';
export const moveTheLogos = 'Move the logos';
export const pauseTheLogos = 'Pause the logos';
export const brandNavigation = () => `${brand.name} navigation`;
export const site = 'Site';
export const devices = 'Devices';
export const logout = 'Logout';
export const login = 'Login';
export const runSocialAccounts = 'Run social accounts';
export const eachAccountOnItsOwn = 'Give each account its own real phone with its own apps.';
export const testOnRealHardware = 'Test on real hardware';
export const installABuildFollow = 'Install a build, follow the steps, and record what happens.';
export const automateThroughAShell = 'Automate through a shell';
export const aLiveShellForEvery = 'Every phone has a live shell beside its screen. Script what you do often.';
export const launchCampaigns = 'Launch campaigns';
export const watchAWholeFleet = 'Watch your whole fleet at once and open any phone with one key.';
export const answerYourCustomers = 'Answer your customers';
export const messagingAppsOnRealPhones =
  'Use messaging apps on real phones and US networks, and type with your own keyboard.';
export const seeWhatTheUsSees = 'See what the US sees';
export const feedsVideosPricesAndSearch =
  'See feeds, videos, prices and search results as people in the US do.';
export const endlessPossibilities = 'Endless Possibilities';
export const aPhoneOfYourOwn = 'Your own phone in the US, with unlimited data. Here’s what teams use it for.';
export const monkeyCommand = ' monkey -p com.android.notes 1\n';
export const inputCommand = ' input text "oat milk"\n';
export const screencapCommand = ' screencap -p /sdcard/a.png\n';
export const listCommand = ' ls -s /sdcard/a.png\n';
export const screenshotListing = '212 /sdcard/a.png';
export const pricing = 'Pricing';
export const perPhoneInUsDollars = 'Per phone, in US dollars. What you see is what you pay.';
export const rentingManyPhonesVolumeDiscounts =
  'Renting many phones? Volume discounts are available for bulk rentals. ';
export const askTheTeam = 'Ask the team';
export const billing = 'Billing';
export const popular = 'Popular';
export const per = (unit: string | number) => `per ${unit}`;
export const getStartedName = (name: string) => `Get Started: ${name}`;
export const youSave = 'You save ';
export const aMonth = ' a month';
export const forLabel = 'For ';
export const monthsAtOnceArranged = ' months, through our sales team.';
export const theSamePriceInEvery = 'No long-term discount.';
export const arrangedWithOurTeam = (usd: string | number, usd2: string | number) =>
  `Through sales: ${usd} a month for 6 months, ${usd2} a month for a year.`;
export const home = 'Home';
export const contact = 'Contact';
export const terms = 'Terms';
export const privacy = 'Privacy';
export const acceptableUse = 'Acceptable use';
export const api = 'API';
export const refunds = 'Refunds';
export const allContacts = 'All contacts';
export const brandHome = () => `${brand.name} home`;
export const openNavigation = 'Open navigation';
export const theNavigation = 'The navigation';
export const signIn = 'Sign In';
export const thisDialog = 'This dialog';

export const askForThisPrice = 'Ask for this price';
export const priceRequest = (plan: string, months: number, price: string) =>
  `I’d like the ${plan} for ${months} months at once, for ${price} a month for each phone. Number of phones and start: `;
