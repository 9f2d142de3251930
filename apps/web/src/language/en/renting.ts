export const availability = 'Availability';
export const notChecked = 'Not checked';
export const available = 'Available';
export const partlyAvailable = 'Partly available';
export const noneAvailable = 'None available';
export const availableForTheWholePeriod = (free: number, asked: number) =>
  free < asked ? `${free} of ${asked} free for the whole period` : 'Free for the whole period';
export const missing = (missing: string | number) => `${missing} unavailable`;
export const checkAgain = 'Check again';
export const isHandedBack = (tag: string) => `You’ve returned ${tag}.`;
export const handBackEarly = 'Return early';
export const yourRentalOfThisPhone =
  'Your rental ends immediately. Unused time isn’t refunded, and everything on the phone is erased.';
export const thePhoneCould = 'The phone couldn’t be returned. ';
export const keepThePhone = 'Keep the phone';
export const handBack = 'Return phone';
export const handBackWithoutARefund = (tag: string) => `Return ${tag} without a refund`;
export const phones = 'Phones';
export const adjustedFrom = (original: string | number) => ` adjusted from ${original}`;
export const period = 'Period';
export const start = 'Start';
export const end = 'End';
export const ourQuote = 'Our quote';
export const total = 'Total';
export const rentalPeriod = 'Rental period';
export const priceForEachPhone = 'Price for each phone';
export const onePhoneLess = 'One phone less';
export const onePhoneMore = 'One phone more';
export const ofRequested = (requested: string | number) => ` of ${requested} requested`;
export const price = 'Price';
export const summary = 'Summary';
export const fullRequestPhonesUsd = (requested: number, usd: string) =>
  `Full request: ${requested} ${requested === 1 ? 'phone' : 'phones'}, ${usd} USD`;
export const sixMonthsBilledAtOnce = 'Through sales, 6 months billed at once cost ';
export const aMonth = ' a month, ';
export const forEachPhone = ' for each phone. ';
export const requestThisFromSales = 'Request this from Sales';
export const fillInYourStart = 'Choose a start time to request it.';
export const rentalOf = (tag: string) => `Rental of ${tag}`;
export const extend = 'Extend';
export const keepThisPhoneForAnother = 'Extend by';
export const lookingWhetherThePhoneIsFree = 'Checking whether the phone is free';
export const tryAgain = 'Try again';
export const theExtensionCouldNotBeChecked = 'We couldn’t check the extension. ';
export const fromLabel = 'From ';
export const to = ' to ';
export const extendFor = 'Extend for ';
export const youGetAConfirmationEmail = 'You’ll get a confirmation email with your request number.';
export const ourSalesTeamContacts = (salesAnswerHours: string | number) =>
  `Our sales team will contact you within ${salesAnswerHours} hours.`;
export const togetherYouSettleTheDetails = 'You’ll agree on the phones, dates and final price together.';
export const paymentAndDeliveryAreArranged = 'We’ll arrange payment and delivery in coordination with you.';
export const requestSubmittedSuccessfully = 'Request Submitted Successfully!';
export const yourRequestNumberIs = 'Your request number is ';
export const nextSteps = 'Next steps';
export const backToDashboard = 'Back to Dashboard';
export const submitAnotherRequest = 'Submit Another Request';
export const weContactYouBy = 'We’ll get back to you by ';
export const inAtTheLatest = (left: string | number) => `, in ${left} at the latest`;
export const yourRequest = 'Your request';
export const requestedPhones = 'Requested phones';
export const availableNow = 'Available now';
export const estimatedTotal = 'Estimated total';
export const finalPricingWillBeConfirmed = 'Final pricing will be confirmed by our sales team';
export const submittingRequest = 'Submitting Request...';
export const submitRentalRequest = 'Submit Rental Request';
export const nothingIsChargedOurSales = (salesAnswerHours: string | number) =>
  `You won’t be charged. Our sales team will reply within ${salesAnswerHours} hours.`;
export const whatElseShouldWeKnow = 'What else should we know? (optional)';
export const forExampleModels = 'For example models, other dates that suit you, or your company.';
export const invalidRentalPeriod = 'Invalid rental period';
export const chooseAStartTime = 'Choose a start time.';
export const clocksSkipThisTime =
  'This time doesn’t exist on that day because the clocks change. Choose another time.';
export const theStartLies = 'This start time is in the past. Choose a later one.';
export const theStartIsTooFar = 'This start date is too far ahead. Choose an earlier one.';
export const needMorePhones = 'Need More Phones?';
export const salesTeamWillContact = (salesAnswerHours: string | number) =>
  `Sales team will contact you within ${salesAnswerHours} hours`;
export const requestFullOrderFromSales = 'Request Full Order from Sales';
export const useThisDate = 'Use this date';
export const startDate = 'Start date';
export const theCalendar = 'The calendar';
export const numberOfPhones = 'Number of phones';
export const selectBetweenAndPhones = (min: string | number, max: string | number) =>
  `Select between ${min} and ${max} phones`;
export const startTime = 'Start time';
export const useCurrentTime = 'Use current time';
export const now = 'Now';
export const later = 'Later';
export const yourZone = (zone: string) => `Your zone: ${zone}`;
export const withinNextWeek = 'Within next week';
export const withinNext6Months = 'Within next 6 months';
export const continueToCheckout = 'Continue to Checkout';
export const fillInStartTime = 'Fill in start time';
export const aStartTimeIsMissing = 'Choose a start time to continue.';
export const availabilityCouldNotBeChecked = 'We couldn’t check availability.';
export const validating = 'Validating...';
export const checkingWhichPhonesAreFree = 'Checking which phones are free.';
export const nothingIsChargedYet = 'You won’t be charged yet.';
export const continuesWithNothingIsChargedYet = (count: number) =>
  `You’ll continue with the ${count === 1 ? '1 available phone' : `${count} available phones`}. You won’t be charged yet.`;
export const noPhonesAreFree = 'No phones are free for these dates. Our team will coordinate with you.';
export const noneOfYourModelsIsFree =
  'None of the models that you chose is free for these dates. Choose another model, or ask our team.';
export const usd = 'USD';
export const checkout = 'Checkout';
export const orderSummary = 'Order summary';
export const checkItOnceMoreNothing = 'Review your order. You won’t be charged yet.';
export const back = 'Back';
export const yourOrder = 'Your order';
export const timesIn = (zone: string) => `Times in ${zone}`;
export const proceedToPayment = 'Proceed to Payment';
export const yourPhonesAreHeld = 'We’ll hold your phones for 15 minutes while you pay.';
export const rentPhones = 'Rent phones';
export const realUsBasedPhonesReady = 'Real US-based phones, ready at your start time';
export const fillInAStartTime = 'Choose a start time to see available phones.';
export const requestPhones = 'Request phones';
export const createRentalOrder = 'Create Rental Order';
export const ourSalesTeamTakes =
  'Our sales team will find the phones, confirm the price and arrange payment with you.';
export const thisRequestCouldNotBeLoaded = 'We couldn’t load this request. ';
export const lookingForFreePhones = (count: number) =>
  ` Checking for ${count === 1 ? 'a free phone' : `${count} free phones`}`;
export const phonesFreeFrom = (count: number) => `${count === 1 ? '1 is' : `All ${count} are`} free from `;
export const orderAdjusted = (requested: number | undefined, free: number) =>
  `You asked for ${requested} phones. This order is adjusted to the ${free} that ${free === 1 ? 'is' : 'are'} free for the whole period.`;

export const models = 'Models';
export const anyModelForAll = 'Any model';
export const anyModelBestPhones =
  'Any model: we pick the best free phones. Choose models here if it matters which ones you get. The price is the same.';
export const chosenOf = (chosen: number, all: number, any: number) =>
  `${chosen} of ${all} ${all === 1 ? 'phone' : 'phones'} chosen${any > 0 ? `. The other ${any === 1 ? 'one' : any} can be any model` : ''}.`;
export const modelsCouldNotBeLoaded = 'The models couldn’t be loaded. ';
export const phonesOfModel = (model: string) => `Number of ${model}`;
export const oneLess = (model: string) => `One ${model} less`;
export const oneMore = (model: string) => `One ${model} more`;
export const android = (versions: string) => `Android ${versions}`;
export const freeOf = (free: number, count: number) => `${free} of ${count} free`;
export const inAll = (count: number) => `${count} in all`;
export const goodToKnow = 'Good to know';
export const termsAnyModel =
  'We pick the best free phones of any model. You see which ones on the next page, before you pay.';
export const termsChosenModels =
  'You get exactly the models that you’ve chosen. You see the phones on the next page.';
export const termsCancel = 'Cancel before the start and get all of your money back.';
export const termsFailure =
  'If a phone fails, we replace it. If we have no other, we refund the whole days that you couldn’t use.';
export const termsFailureOfModel =
  'If a phone fails, we replace it with the same model. If none is free, you choose: another model, or a refund of the whole days that you couldn’t use.';
export const termsHandBack = 'Phones that you return early aren’t refunded.';
export const allAboutRefunds = 'All about refunds';
export const free = (count: number) => `${count} free`;
export const enoughFrom = (count: number, model: string, moment: string) =>
  `${count} ${model} ${count === 1 ? 'is' : 'are'} free from ${moment}.`;
export const neverEnough = (count: number, model: string) =>
  `${count} ${model} ${count === 1 ? 'isn’t' : 'aren’t'} free within the next 6 months.`;
export const chooseFor = (tag: string) => `${tag} has failed`;
export const noOtherIsFree = (model: string, until: string) =>
  `No other ${model} is free for the rest of your rental. Choose what we should do by ${until}. If you don’t choose, we’ll refund the time you couldn’t use.`;
export const anotherModelNow = 'Another model now';
export const takeModel = (model: string) => `Take a ${model}`;
export const noOtherModelIsFree = 'No other model is free right now. This list updates by itself.';
export const theNewPhoneStartsEmpty = 'The new phone starts empty. It’s yours until the end of your rental.';
export const refundOfTheRest = 'Refund of the rest';
export const refundNow = (amount: string) => `Refund ${amount}`;
export const endWithoutRefund = 'End this rental';
export const theRentalEnds = (amount: string) =>
  `Your rental of this phone ends, and ${amount} goes back to where you paid from.`;
export const lessThanADay = 'Less than a whole day is left, so there is nothing to refund.';
export const chosenModel = (model: string) => `You get a ${model}. We’ll email you as soon as it’s ready.`;
export const refundSentence = (cents: number) =>
  cents > 0 ? 'Your refund is on its way. We’ll email you the amount.' : 'The rental of this phone is over.';
export const failedChoose = (tag: string, model: string, until: string) =>
  `${tag} (${model}) has failed, and no other ${model} is free. Choose another model or a refund by ${until}.`;
export const choose = 'Choose';

export const longerIsCheaper = (six: string, year: string) =>
  `Longer costs less: ${six} a month for 6 months at once, ${year} for a year, arranged with our team. `;
export const askForThesePrices = 'Ask for these prices';
export const chooseAStartToAsk = 'Choose a start time to ask for these prices.';
export const iWouldLikeALongerRental =
  'I’d like to rent these phones for 6 months or a year. Please send me a quote for both.';
export const atMostPerOrder = (max: number) =>
  `At most ${max} phones in one order. For more, ask our sales team.`;
