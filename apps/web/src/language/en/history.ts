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
export const yourAssignments = 'Your assignments';
export const loadingYourHistory = 'Loading your history';
export const receiptOf = (number: string | number) => `Receipt of ${number}`;
export const receipt = 'Receipt';
export const releasePhonesOf = (number: string | number) => `Release phones of ${number}`;
export const releasePhones = 'Release phones';
export const cancel = (number: string | number) => `Cancel ${number}`;
export const cancelLabel = 'Cancel';
export const orderIsCancelled = (number: string | number) => `Order ${number} is cancelled.`;
export const cancelOrder = (number: string | number) => `Cancel order ${number}?`;
export const thePhonesAreThenFree = (cancelLabel: string | number) =>
  `${cancelLabel} The phones are then free for others.`;
export const theOrderCouldNotBeCancelled = 'The order could not be cancelled. ';
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
export const ranOutOn = 'Ran out on';
export const reserveAgain = 'Reserve again';
export const pay = (usd: string | number) => `Pay ${usd}`;
export const aRefundFailedOurTeam = 'A refund failed: our team is on it';
export const aRefundWaitsYourBank = 'A refund waits: your bank is deciding about this payment';
export const refundOfOnItsWay = (usd: string | number) => `Refund of ${usd} on its way`;
export const refundedInFull = 'Refunded';
export const paidPartlyRefunded = 'Paid, partly refunded';
export const refundAndReason = (refund: { amount: string; when: string; why: string }) =>
  `${refund.amount}, ${refund.when}: ${refund.why}`;
export const noPhonesWereFree = 'no phones were free when your payment arrived';
export const theOrderWasCalledOff = 'the order was called off';
export const theOrderWasPaidTwice = 'the order was paid twice';
export const noWorkingPhone = 'we couldn’t provide a working phone';
export const aPhoneFailed = 'a phone failed during your rental';
export const refundedByOurTeam = 'refunded by our team';
export const refunded = (usd: string | number) => `Refunded ${usd}`;
export const yourRentalHasNotBegun =
  'Your rental has not begun. Nothing is left to give back: all that you paid went back before.';
export const yourRentalHasNotBegunYour = (back: string | number) =>
  `Your rental has not begun. Your bank is deciding about your payment: you get ${back} back once it has decided, less what it gives you itself.`;
export const yourRentalHasNotBegunYou = (back: string | number) =>
  `Your rental has not begun: you get back the ${back} that are left of what you paid.`;
export const yourRentalHasNotBegunYouGet = (back: string | number) =>
  `Your rental has not begun: you get ${back} back in full, with what you paid to keep phones longer.`;
export const yourRentalHasNotBegunYouGetBack = (back: string | number) =>
  `Your rental has not begun: you get ${back} back in full.`;
export const period = 'Period';
export const extension = (label: string) => `Extension, ${label}`;
export const orders = 'Orders';
export const whatYouOrderedWhat = 'Orders, payments and refunds';
export const loadingYourOrders = 'Loading your orders';
export const failedToLoadOrders = 'Failed to Load Orders';
export const theServerDidNotSend = 'The server did not send your orders.';
export const noOrdersYet = 'No orders yet';
export const rentPhones = 'Rent phones';
export const phonesThatYouRent = 'Phones that you rent, and requests to our sales team, will be listed here.';
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
export const theServerDidNotSendYour = 'The server did not send your usage.';
export const noHoursYetThey = 'No hours yet. They are listed here once a rental of yours has begun.';
export const hoursOfEachPhoneLabel = 'Hours of each phone';
export const usageHistory = 'Usage history';
export const accountHistory = 'Account History';
export const trackYourDeviceUsageHistory = 'Track your device usage history and assignments';
export const failedToLoadHistory = 'Failed to Load History';
export const theServerDidNotSendYourHistory = 'The server did not send your history.';
export const noHistoryAvailable = 'No History Available';
export const phonesThatYouHaveUsed = 'Phones that you have used will be listed here.';
export const ofLabel = (count: number) => `${count} of `;
export const assignments = ' assignments';
export const showMore = 'Show more';
export const timesIn = 'Times in ';
export const receiptCouldNotBeLoaded = (reason: string | null) =>
  `The receipt could not be loaded. ${reason ?? 'Please try again.'}`;
export const phonesCouldNotBeReleased = (reason: string | null) =>
  `The phones could not be released. ${reason ?? 'Please try again.'}`;
export const fileCouldNotBeLoaded = (reason: string | null) =>
  `The file could not be loaded. ${reason ?? 'Please try again.'}`;
export const chargedTwiceOnItsWayBack = (amount: string) => `Charged twice: ${amount} on its way back`;
export const chargedTwiceRefunded = (amount: string) => `Charged twice: ${amount} refunded`;
