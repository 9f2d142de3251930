// Every call of the customer API, in the order of the spec's table. A route that is not here does not exist.
import * as accounts from './accounts.ts';
import * as assignments from './assignments.ts';
import * as billing from './billing.ts';
import * as contact from './contact.ts';
import * as actions from './device-actions.ts';
import * as devices from './devices.ts';
import * as models from './models.ts';
import * as orders from './orders.ts';
import * as replacements from './replacements.ts';

export const routes = {
  login: accounts.login,
  register: accounts.register,
  me: accounts.me,
  logout: accounts.logout,
  forgotPassword: accounts.forgotPassword,
  checkResetLink: accounts.checkResetLink,
  resetPassword: accounts.resetPassword,
  verifyEmail: accounts.verifyEmail,
  resendVerification: accounts.resendVerification,
  getProfile: accounts.getProfile,
  updateProfile: accounts.updateProfile,
  getBillingDetails: billing.getBillingDetails,
  updateBillingDetails: billing.updateBillingDetails,
  changePassword: accounts.changePassword,
  listSessions: accounts.listSessions,
  endSession: accounts.endSession,
  endAllSessions: accounts.endAllSessions,
  tunnelDomains: accounts.tunnelDomains,
  listPhones: devices.listPhones,
  namePhone: devices.namePhone,
  getStreamingUrl: devices.getStreamingUrl,
  startStream: devices.startStream,
  stopStream: devices.stopStream,
  streamStatus: devices.streamStatus,
  capabilities: devices.capabilities,
  restartDevice: actions.restartDevice,
  listApps: actions.listApps,
  startApp: actions.startApp,
  uninstallApp: actions.uninstallApp,
  stopApp: actions.stopApp,
  clearApp: actions.clearApp,
  eventsTicket: devices.eventsTicket,
  listAssignments: assignments.listAssignments,
  listUsage: assignments.listUsage,
  downloadUsage: assignments.downloadUsage,
  quoteExtension: assignments.quoteExtension,
  createExtensionIntent: assignments.createExtensionIntent,
  quoteExtensions: assignments.quoteExtensions,
  createExtensionsIntent: assignments.createExtensionsIntent,
  handBack: assignments.handBack,
  sendContactMessage: contact.sendContactMessage,
  validateAvailability: orders.validateAvailability,
  listModels: models.listModels,
  createOrder: orders.createOrder,
  listReplacementChoices: replacements.listReplacementChoices,
  chooseReplacement: replacements.chooseReplacement,
  listOrders: orders.listOrders,
  getOrder: orders.getOrder,
  extendHold: orders.extendHold,
  releaseHold: orders.releaseHold,
  cancelOrder: orders.cancelOrder,
  askForNewDates: orders.askForNewDates,
  getReceipt: orders.getReceipt,
  createPaymentIntent: orders.createPaymentIntent,
  createOrderIntent: orders.createOrderIntent,
} as const;

export type RouteName = keyof typeof routes;
