import { brand } from '@pocketfleet/rules';

export const aPhoneWhoseFeed = 'A phone whose feed is being scrolled';
export const theHomeScreenOfAPhone = 'The home screen of a phone';
export const aNoteBeingTyped = 'A note being typed on a phone';
export const howDoIGetPhones = 'How do I get phones?';
export const registerChooseHowManyPhones =
  'Register, choose how many phones you need and from when, pay by card, and use them at once. Or tell our team which devices you need: they are assigned to your account, you pay, and you use them immediately.';
export const howCanIPay = 'How can I pay?';
export const byCardAtOnceWhen =
  'By card, at once, when you rent here. Or through our team, also for bulk rentals: by bank transfer or cryptocurrency.';
export const whatIfTheServiceDoes = 'What if the service does not work?';
export const youGetAFullRefund =
  'You get a full refund. If a phone fails while you use it, we give you another one or refund the unused whole days.';
export const whereAreThePhones = 'Where are the phones?';
export const inTheUnitedStatesThey =
  'In the United States. They are physical Android phones with unlimited data, not emulators, and you control all of the device: apps, gestures, files and shell.';
export const whoUsesAPhoneBefore = 'Who uses a phone before and after me?';
export const whileYourRentalRunsNobody =
  'While your rental runs, nobody but you. Between two rentals every phone is cleaned, restarted and checked; one that is not proven clean is not rented.';
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
export const pixel7a = 'Pixel 7a';
export const playPhones = 'Play phones';
export const pausePhones = 'Pause phones';
export const realTimeStreaming = 'Real-time streaming';
export const seeWhatThePhoneDoes =
  'See what the phone does as it does it. Delay and frame rate stay on screen.';
export const fileDragAndDrop = 'File drag and drop';
export const dropAnApkToInstall = 'Drop an APK to install it, drop any other file to push it to the phone.';
export const fullDeviceControl = 'Full device control';
export const appInstallationGesturesAndSystem =
  'App installation, gestures and system-level access through a real shell.';
export const maximizeYour = 'Maximize Your ';
export const impact = 'Impact';
export const onePersonCanRunFifty =
  'One person can run fifty phones from one browser tab. Nothing to install, no drawer full of cables.';
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
export const eachAccountOnItsOwn =
  'Each account on its own real phone with its own apps, the way a person uses it.';
export const testOnRealHardware = 'Test on real hardware';
export const installABuildFollow =
  'Install a build, follow the steps, take screenshots and recordings of what happens.';
export const automateThroughAShell = 'Automate through a shell';
export const aLiveShellForEvery = 'A live shell for every phone, beside its picture. Script what you repeat.';
export const launchCampaigns = 'Launch campaigns';
export const watchAWholeFleet = 'Watch a whole fleet at once and open any phone with one key.';
export const answerYourCustomers = 'Answer your customers';
export const messagingAppsOnRealPhones =
  'Messaging apps on real phones and US networks. Type with your own keyboard.';
export const seeWhatTheUsSees = 'See what the US sees';
export const feedsVideosPricesAndSearch =
  'Feeds, videos, prices and search results, as people in the country get them.';
export const endlessPossibilities = 'Endless Possibilities';
export const aPhoneOfYourOwn =
  'A phone of your own, in the US, on unlimited data. Here is what teams use it for.';
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
export const monthsAtOnceArranged = ' months at once, arranged with our team.';
export const theSamePriceInEvery = 'The same price in every billing cycle.';
export const arrangedWithOurTeam = (usd: string | number, usd2: string | number) =>
  `Arranged with our team: ${usd} a month when billed for 6 months, ${usd2} a month when billed for a year.`;
export const home = 'Home';
export const contact = 'Contact';
export const terms = 'Terms';
export const privacy = 'Privacy';
export const acceptableUse = 'Acceptable use';
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
