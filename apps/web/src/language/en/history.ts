export const replacedBy = (tag: string) => `Replaced by ${tag}`;
export const scheduled = 'Scheduled';
export const active = 'Active';
export const completed = 'Completed';
export const totalDevicesUsed = 'Total Devices Used';
export const currentlyActive = 'Currently Active';
export const avgUsage = 'Avg. Usage';
export const retry = 'Retry';
export const device = 'Device';
export const status = 'Status';
export const assignedDate = 'Assigned Date';
export const releasedDate = 'Released Date';
export const usageTime = 'Usage Time';
export const rented = 'Rented';
export const streamed = 'Streamed';
export const hoursShown = 'Hours shown';
export const whatHoursMean =
  'Usage time is how long a phone was yours, in full hours. Streamed is how long you had its picture open.';
export const streamedHoursOfEachPhone = (weeks: string | number) =>
  `Hours with the picture open per phone, last ${weeks} weeks (Monday to Sunday, UTC)`;
export const yourAssignments = 'Your assignments';
export const loadingYourHistory = 'Loading your history';
export const receiptOf = (number: string | number) => `Receipt of ${number}`;
export const receipt = 'Receipt';
export const releasePhonesOf = (number: string | number) => `Release phones of ${number}`;
export const releasePhones = 'Release phones';
export const cancel = (number: string | number) => `Cancel ${number}`;
export const cancelLabel = 'Cancel';
export const orderIsCancelled = (number: string | number) => `Order ${number} has been cancelled.`;
export const cancelOrder = (number: string | number) => `Cancel order ${number}?`;
export const thePhonesAreThenFree = (cancelLabel: string | number) =>
  `${cancelLabel} Other customers can then rent the phones.`;
export const theOrderCouldNotBeCancelled = 'The order couldn’t be cancelled. ';
export const keepTheOrder = 'Keep the order';
export const cancelAndRefund = 'Cancel and refund';
export const cancelTheOrder = 'Cancel the order';
export const paymentProcessing = 'Payment processing';
export const requested = 'Requested';
export const quoted = 'Quoted';
export const awaitingPayment = 'Awaiting payment';
export const paid = 'Paid';
export const cancelled = 'Cancelled';
export const notPaidInTime = 'Not paid in time';
export const closed = 'Closed';
export const phonesHeldUntil = (moment: string) => `Phones held until ${moment}`;
export const phonesAreNoLongerHeld = 'Phones are no longer held';
export const phonesReservedUntil = (moment: string) => `Phones reserved until ${moment}`;
export const phonesAreNotReserved = 'Phones aren’t reserved';
export const youAskedForOtherDates = (moment: string) => `You asked for other dates on ${moment}`;
export const validUntil = 'Valid until';
export const ranOutOn = 'Expired on';
export const reserveAgain = 'Reserve again';
export const pay = (usd: string | number) => `Pay ${usd}`;
export const aRefundFailedOurTeam = 'A refund failed. Our team is working on it';
export const aRefundWaitsYourBank = 'Refund on hold while your bank reviews this payment';
export const refundOfOnItsWay = (usd: string | number) => `Refund of ${usd} on its way`;
export const refundedInFull = 'Refunded';
export const paidPartlyRefunded = 'Paid, partly refunded';
export const refundAndReason = (refund: { amount: string; when: string; why: string }) =>
  `${refund.amount}, ${refund.when}: ${refund.why}`;
export const noPhonesWereFree = 'no phones were free when your payment arrived';
export const theOrderWasCalledOff = 'the order was cancelled';
export const theOrderWasPaidTwice = 'the order was paid twice';
export const noWorkingPhone = 'we couldn’t provide a working phone';
export const aPhoneFailed = 'a phone failed during your rental';
export const refundedByOurTeam = 'refunded by our team';
export const refunded = (usd: string | number) => `Refunded ${usd}`;
export const yourRentalHasNotBegun =
  'Your rental hasn’t started. Everything you paid has already been refunded.';
export const yourRentalHasNotBegunYour = (back: string | number) =>
  `Your rental hasn’t started. Your bank is reviewing your payment. Once it has decided, we’ll refund ${back}, less anything the bank gives you itself.`;
export const yourRentalHasNotBegunYou = (back: string | number) =>
  `Your rental hasn’t started, so we’ll refund the remaining ${back}.`;
export const yourRentalHasNotBegunYouGet = (back: string | number) =>
  `Your rental hasn’t started, so we’ll refund ${back} in full, including your extensions.`;
export const yourRentalHasNotBegunYouGetBack = (back: string | number) =>
  `Your rental hasn’t started, so we’ll refund ${back} in full.`;
export const period = 'Period';
export const extension = (label: string) => `Extension, ${label}`;
export const orders = 'Orders';
export const whatYouOrderedWhat = 'Orders, payments and refunds';
export const loadingYourOrders = 'Loading your orders';
export const failedToLoadOrders = 'Failed to Load Orders';
export const theServerDidNotSend = 'We couldn’t load your orders. Please try again.';
export const noOrdersYet = 'No orders yet';
export const rentPhones = 'Rent phones';
export const phonesThatYouRent = 'Your orders and sales requests will appear here.';
export const yourOrders = 'Your orders';
export const showMoreOrders = 'Show more orders';
export const order = 'Order';
export const ordered = (moment: string) => `Ordered ${moment}`;
export const phones = 'Phones';
export const start = 'Start';
export const end = 'End';
export const total = 'Total';
export const actions = 'Actions';
export const usageByWeek = 'Usage by week';
export const hoursOfEachPhone = (weeks: string | number) =>
  `Rented hours per phone, last ${weeks} weeks (Monday to Sunday, UTC)`;
export const downloadCsv = 'Download CSV';
export const loadingYourUsage = 'Loading your usage';
export const failedToLoadUsage = 'Failed to Load Usage';
export const theServerDidNotSendYour = 'We couldn’t load your usage. Please try again.';
export const noHoursYetThey = 'No rented hours yet. They’ll appear here once a rental has started.';
export const hoursOfEachPhoneLabel = 'Hours per phone';
export const usageHistory = 'Usage history';
export const accountHistory = 'Account History';
export const trackYourDeviceUsageHistory = 'Track your device usage history and assignments';
export const failedToLoadHistory = 'Failed to Load History';
export const theServerDidNotSendYourHistory = 'We couldn’t load your history. Please try again.';
export const noHistoryAvailable = 'No History Available';
export const phonesThatYouHaveUsed = 'Phones you’ve used will appear here.';
export const ofLabel = (count: number) => `${count} of `;
export const assignments = ' assignments';
export const showMore = 'Show more';
export const timesIn = 'Times in ';
export const receiptCouldNotBeLoaded = (reason: string | null) =>
  `The receipt couldn’t be loaded. ${reason ?? 'Please try again.'}`;
export const phonesCouldNotBeReleased = (reason: string | null) =>
  `The phones couldn’t be released. ${reason ?? 'Please try again.'}`;
export const fileCouldNotBeLoaded = (reason: string | null) =>
  `The file couldn’t be loaded. ${reason ?? 'Please try again.'}`;
export const chargedTwiceOnItsWayBack = (amount: string) => `Charged twice: ${amount} being refunded`;
export const chargedTwiceRefunded = (amount: string) => `Charged twice: ${amount} refunded`;
