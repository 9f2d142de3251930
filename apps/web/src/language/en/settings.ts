export const accountInformation = 'Account Information';
export const accountStatus = 'Account Status';
export const active = 'Active';
export const memberSince = 'Member Since';
export const unknownBrowser = 'Unknown browser';
export const unknownBrowserOn = (system: string | number) => `Unknown browser on ${system}`;
export const passwordUpdatedSuccessfully = 'Password updated successfully!';
export const changePassword = 'Change Password';
export const allOtherSessionsAreSigned = 'We’ll sign out your other sessions and email you a confirmation.';
export const changePasswordLabel = 'Change password';
export const yourPasswordWasChangedAll = 'Your password was changed. All other sessions were signed out.';
export const currentPassword = 'Current password';
export const newPassword = 'New password';
export const confirmNewPassword = 'Confirm new password';
export const updating = 'Updating...';
export const updatePassword = 'Update Password';
export const clear = 'Clear';
export const currentPasswordRequired = 'Current Password Required';
export const pleaseEnterYourCurrentPassword = 'Please enter your current password.';
export const passwordTooWeak = 'Password Too Weak';
export const pleaseChooseAStrongerPassword =
  'Please choose a stronger password that meets at least four of the five requirements.';
export const passwordsDontMatch = "Passwords Don't Match";
export const passwordsDoNotMatch = 'Passwords do not match';
export const samePassword = 'Same Password';
export const newPasswordMustBeDifferent = 'New password must be different from your current password.';
export const pleaseEnterYourCurrentPasswordTo = 'Please enter your current password to verify your identity.';
export const noChanges = 'No Changes';
export const thereIsNothingToSave = 'There’s nothing to save.';
export const passwordRequired = 'Password Required';
export const profileUpdatedSuccessfully = 'Profile updated successfully!';
export const personalInformation = 'Personal Information';
export const personalInformationLabel = 'Personal information';
export const weSentALink = (pendingEmail: string | number, email: string) =>
  `We sent a link to ${pendingEmail}. Open it to confirm your new address. Until then, ${email} stays active.`;
export const aNewAddressCountsOnce =
  'We’ll email a link to the new address. Your current one stays active until you open it.';
export const neededToSaveYourChanges = 'Needed to save your changes.';
export const saving = 'Saving...';
export const saveChanges = 'Save Changes';
export const cancel = 'Cancel';
export const yourProfileCouldNotBeLoaded = 'Your profile couldn’t be loaded';
export const retry = 'Retry';
export const nothingWasChanged = 'Nothing was changed.';
export const loadingYourProfile = 'Loading your profile';
export const thatSessionWasSignedOut = 'You’ve signed out that session.';
export const theSessionCould = 'The session couldn’t be signed out. Please try again.';
export const signedOutEverywhere = 'You’ve signed out everywhere.';
export const theSessionsCould = 'The sessions couldn’t be signed out. Please try again.';
export const sessions = 'Sessions';
export const whereYourAccountIsSigned =
  'Devices signed in to your account. Sign out any you don’t recognize.';
export const loadingSessions = 'Loading sessions';
export const yourSessionsCouldNotBeLoaded = 'Your sessions couldn’t be loaded';
export const thisSession = 'This session';
export const lastUsed = (shortMoment: string) => `Last used ${shortMoment}`;
export const signOutLastUsed = (name: string, shortMoment: string) =>
  `Sign out ${name}, last used ${shortMoment}`;
export const signOut = 'Sign out';
export const staySignedIn = 'Stay signed in';
export const signOutEverywhere = 'Sign out everywhere';
export const yesSignOutEverywhere = 'Yes, sign out everywhere';
export const thisSessionEndsToo = 'This also signs you out here and closes all open streams.';
export const accountSettings = 'Account settings';
export const thisTab = 'This tab';
export const yourProfileYourPassword = 'Your profile, your password, and where you are signed in';
export const profile = 'Profile';
export const security = 'Security';
export const loading = 'Loading';
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`;
export const billingDetails = 'Billing details';
/** `team`: its name; null for the customer's own orders. */
export const theseAppearOnReceipts = (team: string | null) =>
  team === null
    ? 'They appear on the receipts of orders that you pay from now on. Earlier receipts stay as they are.'
    : `They appear on the receipts of orders that ${team} pays from now on. Earlier receipts stay as they are.`;
export const company = 'Company';
export const billingAddress = 'Address';
export const taxId = 'Tax ID';
export const taxIdHint = 'Such as your VAT number or EIN';
export const saveBillingDetails = 'Save billing details';
export const billingDetailsSaved = 'Billing details saved';
export const billingDetailsCouldNotBeLoaded = 'Your billing details couldn’t be loaded. ';
export const billingDetailsCouldNotBeSaved = 'Your billing details couldn’t be saved. ';
export const tryAgain = 'Try again';
