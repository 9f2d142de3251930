export const unableToConnectToServer = 'Unable to connect to server. Please check your internet connection.';
export const youHaveBeenSignedOut = 'You’ve been signed out. Please sign in again.';
export const serverErrorPleaseTryAgainLater = 'Server error. Please try again later.';
export const serviceTemporarilyUnavailablePleaseTry =
  'Service temporarily unavailable. Please try again later.';
export const loginFailedPleaseTryAgain = 'Login failed. Please try again.';
export const invalidUsernameOrPasswordPlease = 'Invalid username or password. Please check your credentials.';
export const serverTemporarilyUnavailablePleaseTry =
  'Server temporarily unavailable. Please try again later.';
export const registrationFailedPleaseTryAgain = 'Registration failed. Please try again.';
export const invalidDataProvidedPleaseCheck = 'Invalid data provided. Please check your information.';
export const usernameOrEmailAlreadyExists =
  'Username or email already exists. Please choose different credentials.';
export const failedToVerifyEmailPlease = 'Failed to verify email. Please try again or contact support.';
export const failedToResendVerificationEmail = 'Failed to resend verification email. Please try again later.';
export const failedToSendResetEmail = 'Failed to send reset email. Please try again.';
export const failedToResetPasswordPlease = 'Failed to reset password. Please try again.';
export const failedToUpdateYourProfile =
  'Failed to update your profile. Please check your password and try again.';
export const failedToUpdatePasswordPlease =
  'Failed to update password. Please verify your current password and try again.';
export const errorLoadingDevices = 'Error loading devices';
export const failedToValidateAvailabilityPlease = 'Failed to validate availability. Please try again.';
export const paymentProcessingFailed = 'Payment processing failed';
export const invalidPaymentIntentResponseFromServer = 'Invalid payment intent response from server';
export const authenticationFailedPleaseLogOut =
  'Authentication failed. Please log out and log back in, then try again.';
export const youDoNotHavePermission = 'You do not have permission to make payments. Please contact support.';
export const paymentServiceNotAvailablePlease =
  'Payment service not available. Please try again later or contact support.';
export const anErrorOccurredPleaseTry = 'An error occurred. Please try again later.';
export const tooManyRequestsPleaseTry = 'Too many requests. Please try again later.';
export const pleaseCheckYourInformation = 'Please check your information and try again.';
export const requestCouldNotBeSent = (reason: string | null) =>
  `Your request couldn’t be sent. ${reason ?? 'Please try again.'}`;
