import { formatCount } from '@pocketfleet/ui/format';

export const yourCardNumberIsIncomplete = 'Your card number is incomplete.';
export const yourCardsExpirationDateIsIncomplete = 'Your card’s expiration date is incomplete.';
export const yourCardsExpirationDateIsInvalid = 'Your card’s expiration date is invalid.';
export const yourCardsSecurityCodeIsIncomplete = 'Your card’s security code is incomplete.';
export const postalCodeIsRequired = 'Postal code is required';
export const yourPostalCodeIsNotValid = 'Your postal code is not valid.';
export const card = 'Card';
export const testMode = 'Test mode';
export const noRealMoneyMovesOnly =
  "No real money moves. Only Stripe's published test numbers are accepted, such as ";
export const paying = 'Paying';
export const pay = 'Pay';
export const secureYourCardDetailsGo =
  'Secure: your card details go to the payment provider and never to our servers.';
export const theCardForm = 'The card form';
export const paymentStatusPleaseTryAgain = (status: string | number) =>
  `Payment status: ${status}. Please try again.`;
export const paymentSystemNotReadyPlease = 'Payment system not ready. Please refresh the page and try again.';
export const cardInformationIsRequired = 'Card information is required';
export const youAreNotLogged = 'You are not logged in. Please log in and try again.';
export const userEmailNotAvailablePlease =
  'User email not available. Please log out and log back in, then try again.';
export const invalidPaymentIntentResponseFromServer = 'Invalid payment intent response from server';
export const pleaseCheckYourCardInformation = 'Please check your card information and try again.';
export const paymentFailed = 'Payment failed';
export const theConnectionWasLostBefore =
  'The connection was lost before your card was charged. Please try again.';
export const confirmWithYourBank = 'Confirm with your bank';
export const yourBankAsksWhether = 'Your bank wants to check that it’s you.';
export const threeDSecure = '3D Secure';
export const backToDevices = 'Back to devices';
export const payment = 'Payment';
export const loadingTheExtension = 'Loading the extension';
export const phonesHeldForThisOrder = 'Phones held for this order';
export const timeToPay = 'Time to pay';
export const theTimeCouldNotBeExtended = 'The time couldn’t be extended. ';
export const addMinutes = (holdExtensionMinutes: string | number) => `Add ${holdExtensionMinutes} minutes`;
export const backToHistory = 'Back to history';
export const loadingYourOrder = 'Loading your order';
export const chooseOtherPhonesOrAnotherTime = 'Choose other phones or another time';
export const thereIsNoSuchOrder = 'We couldn’t find this order in your account.';
export const reservingYourPhones = 'Reserving your phones';
export const orderSummary = 'Order summary';
export const anExtensionLengthensYourRental = 'Extensions start immediately and are non-refundable.';
export const cancelBeforeTheStart = 'Cancel before the start for a full refund.';
export const yourStartTimeHasCome = (moment: string, moment2: string) =>
  `The start that you chose has passed. Your rental starts now, ${moment}, and ends ${moment2}.`;
export const thePriceHasChangedSince = 'The price has changed since you chose. You’ll pay the total below.';
export const paymentFailedLabel = 'Payment Failed';
export const yourCardWasNotCharged = 'Your card wasn’t charged.';
export const tryAgain = 'Try Again';
export const startOver = 'Start Over';
export const showMyOrders = 'Show my orders';
export const youHavePaidForThis = 'You’ve already paid for this';
export const nothingMoreWasChargedOrHeld = 'You weren’t charged again.';
export const showThePaidOrder = 'Show the paid order';
export const rentMorePhones = 'Rent more phones';
export const yourPaymentIsBeingProcessed = 'Your payment is being processed';
export const yourBankIsStillWorking =
  'Your bank is still processing it. If your phones are still free when the payment arrives, they’re yours; if not, we’ll refund all of it. This page updates on its own. You don’t need to pay again.';
export const youMayLeaveThisPage = 'You can leave this page. We’ll email you when your order is confirmed.';
export const returnToDashboard = 'Return to Dashboard';
export const theConnectionWasLostWhilePaying = 'The connection was lost while paying';
export const weAreFindingOutWhether =
  'We’re checking whether your payment went through. Please don’t pay again until we know.';
export const checking = 'Checking';
export const checkAgain = 'Check again';
export const theTimeToPayIsOver = 'Your time to pay has run out';
export const thePhonesAreNoLonger =
  'The phones are no longer reserved for you. You weren’t charged. If they’re still free, you can reserve them again.';
export const reserveAgain = 'Reserve again';
export const nothingIsHeldAndNothing = (longestHoldMinutes: string | number) =>
  `You weren’t charged. Some phones are held while other customers check out. If they don’t pay, they’re released within ${longestHoldMinutes} minutes. Try again then, or choose another start time.`;
export const theQuotedPriceStays = (usd: string) =>
  `Our quote of ${usd} stays as it is. Our sales team can look for dates when all phones are free.`;
export const askSalesToMoveTheDates = 'Ask sales to move the dates';
export const weAskedSales = (salesAnswerHours: string | number) =>
  `We’ve asked our sales team for other dates. You’ll get a new quote by email within ${salesAnswerHours} hours.`;
export const salesCouldNotBeAsked = 'Our sales team couldn’t be asked. ';
export const yourPaymentIsRefunded = 'Your payment is being refunded';
export const thisOrderIsClosed = 'This order is closed';
export const thisPaymentIs =
  'This payment no longer belongs to this order. If your bank hasn’t refunded all of it, contact us.';
export const yourPaymentHasBeenSent = 'Your payment has been sent';
export const weAreWaiting =
  'We’re waiting for confirmation. This page updates as soon as your phones are yours. You don’t need to pay again.';
export const paymentSuccessful = 'Payment Successful!';
export const yourPhoneRentalHasBeen =
  "Your phone rental has been confirmed. You'll receive a confirmation email shortly.";
export const orderId = 'Order ID';
export const phones = 'Phones';
export const period = 'Period';
export const total = 'Total';
export const totalPaid = 'Total paid';
export const areYoursUntil = (tags: readonly string[], day: string) =>
  `${new Intl.ListFormat('en').format(tags)} ${tags.length === 1 ? 'is' : 'are'} yours until ${day}.`;
export const yourExtensionHasBeen =
  'Your extension has been confirmed. You’ll receive a confirmation email shortly.';
export const someWereNotExtended = (count: number) =>
  `${formatCount(count, 'phone')} couldn’t be extended any more. We’re refunding ${count === 1 ? 'its' : 'their'} share to your card.`;
export const theseRentalsAreOver = 'These rentals can’t be extended any more.';
export const phonesYouExtend = 'Phones you’re extending';
export const extraTimeIsReservedFor = (extra: string) => `The ${extra} is reserved for `;
export const extraTimeIsReservedUntil = (extra: string, clock: string) =>
  `The ${extra} is reserved until ${clock}. Your rental stays as it is until you pay.`;
export const scheduledWillOpenOn = (tags: string | number, moment: string) =>
  `Scheduled: ${tags} will open on ${moment}.`;
export const yourCouldNotBeSent = (usd: string | number) =>
  `We couldn’t send back your ${usd} yet. Our team is working on it.`;
export const youGetOnceYourBank = (back: string | number) =>
  `You’ll get ${back} once your bank has finished reviewing this payment.`;
export const youGetItUsuallyTakes = (back: string | number) =>
  `You’ll get ${back}. It usually takes 5 to 10 days to appear on your card.`;
export const yourPaymentReachedUsAfter =
  'Your payment arrived after your reservation had ended, and no phones were free.';
export const thisOrderWasPaidTwice = 'This order was paid twice.';
export const thisOrderWasCancelled = 'This order was cancelled.';
export const cardNumber = 'Card number';
export const visaMastercardAmericanExpressOrDiscover = 'Visa, Mastercard, American Express or Discover';
export const expiry = 'Expiry';
export const mmYy = 'MM / YY';
export const cvc = 'CVC';
export const postalCode = 'Postal code';
export const thePaymentPage = 'The payment page';
export const loadingThePaymentPage = 'Loading the payment page';
export const backToOrderSummary = 'Back to order summary';
export const phonesHeld = (count: number) =>
  `${formatCount(count, 'phone is', 'phones are')} held for you for `;
export const freeAfter = (clock: string, count: number) =>
  `Until ${clock}. After that, other customers can rent ${count === 1 ? 'it' : 'them'}.`;
export const phonesReady = (count: number, tags: string) =>
  `${count === 1 ? 'Your phone is' : 'Your phones are'} ready: ${tags}.`;
export const phonesBeingPrepared = (tags: string) => `We’re preparing ${tags} for you.`;
export const phonesReadySoFar = (count: number, total: number) => ` ${count} of ${total} are ready.`;
export const pageTellsWhenReady = (count: number) =>
  ` This page updates when ${count === 1 ? 'it’s' : 'they’re'} ready.`;
export const continueWithAvailable = (count: number) =>
  `Continue with the ${formatCount(count, 'available phone')}`;
