// For each dependency rule one import that it must find, as a file and the file or package that it imports. The test writes
// all of them into one tree.

type BadImport = readonly [from: string, to: string];

const feature = (from: string, to: string): BadImport => [
  `apps/api/src/${from}/${from}.ts`,
  `apps/api/src/${to}/${to}.ts`,
];

/** `no-orphans` finds a file that imports nothing; its second entry is the file itself, as in the rule's finding. */
export const badImports: Readonly<Record<string, BadImport>> = {
  'apps-never-import-apps': ['apps/web/src/page.ts', 'apps/api/src/door.ts'],
  'packages-never-import-apps': ['packages/ui/src/button.ts', 'apps/web/src/page.ts'],
  'pure-packages-touch-nothing': ['packages/rules/src/prices.ts', 'node:fs'],
  'api-line-platform': feature('platform', 'mail'),
  'api-line-mail': feature('mail', 'accounts'),
  'api-line-accounts': feature('accounts', 'devices'),
  'api-line-contact': feature('contact', 'accounts'),
  'api-line-access': feature('access', 'devices'),
  'api-line-devices': feature('devices', 'assignments'),
  'api-line-cleaning': feature('cleaning', 'assignments'),
  'api-line-assignments': feature('assignments', 'orders'),
  'api-line-orders': feature('orders', 'payments'),
  'api-line-payments': feature('payments', 'streaming'),
  'api-line-live': feature('live', 'streaming'),
  'api-line-teams': feature('teams', 'payments'),
  'api-line-streaming': feature('streaming', 'orders'),
  'api-line-screen': feature('screen', 'payments'),
  'api-line-secrets': feature('secrets', 'payments'),
  'api-line-questions': feature('questions', 'payments'),
  'api-line-recordings': feature('recordings', 'payments'),
  'api-line-mcp': feature('mcp', 'payments'),
  'api-line-webhooks': feature('webhooks', 'orders'),
  'api-line-operators': feature('operators', 'health'),
  'api-line-health': feature('health', 'housekeeping'),
  'api-line-housekeeping': feature('housekeeping', 'health'),
  'api-line-reference': feature('reference', 'mail'),
  'api-feature-has-a-place-in-the-line': feature('billing', 'platform'),
  'api-features-call-through-the-door': [
    'apps/api/src/orders/orders.ts',
    'apps/api/src/assignments/assignments.sql.ts',
  ],
  'routes-go-through-their-door': [
    'apps/api/src/orders/orders.routes.ts',
    'apps/api/src/orders/orders.sql.ts',
  ],
  'sql-knows-no-use-case': ['apps/api/src/orders/orders.sql.ts', 'apps/api/src/orders/orders.ts'],
  'only-sql-files-see-the-database': ['apps/api/src/orders/orders.ts', 'pg'],
  'only-platform-sees-foreign-sdks': ['apps/api/src/mail/mail.ts', 'nodemailer'],
  'only-payments-know-stripe': ['apps/api/src/orders/orders.ts', 'stripe'],
  'only-oauth-knows-oidc-provider': ['apps/api/src/orders/orders.ts', 'oidc-provider'],
  'web-features-never-import-each-other': [
    'apps/web/src/features/renting/summary.ts',
    'apps/web/src/features/accounts/list.ts',
  ],
  'web-features-know-no-page': [
    'apps/web/src/features/renting/summary.ts',
    'apps/web/src/pages/rent-page.ts',
  ],
  'web-pages-know-no-app': ['apps/web/src/pages/rent-page.ts', 'apps/web/src/app/router.ts'],
  'web-base-knows-no-feature': ['apps/web/src/session/sign-in.ts', 'apps/web/src/features/accounts/list.ts'],
  'web-api-knows-nothing-above-it': ['apps/web/src/api/client.ts', 'sonner'],
  'clients-know-the-contract-only': ['packages/client/src/client.ts', 'packages/ui/src/index.ts'],
  'client-speaks-the-wires-of-phones': ['packages/client/src/adb/line.ts', 'packages/ui/src/index.ts'],
  'only-the-team-loads-the-team-client': ['apps/web/src/api/client.ts', 'packages/client-team/src/index.ts'],
  'command-line-knows-no-command': ['packages/command-line/src/run-program.ts', 'packages/cli/src/cli.ts'],
  'cli-is-what-customers-install': ['packages/cli/src/cli.ts', 'packages/virtual-phone/src/index.ts'],
  'ui-knows-no-router-and-no-api': ['packages/ui/src/link.ts', 'react-router'],
  'scrcpy-bytes-stay-with-the-agent': ['apps/api/src/streaming/streaming.ts', '@yume-chan/scrcpy'],
  'adb-device-knows-no-package': [
    'packages/adb-device/src/transport.ts',
    'packages/android-shell/src/index.ts',
  ],
  'rtp-sender-knows-no-relay': ['packages/rtp-sender/src/video-stream.ts', 'packages/contract/src/index.ts'],
  'simulator-packages-meet-in-phone-parts': [
    'packages/android-shell/src/am.ts',
    'packages/phone-screen/src/index.ts',
  ],
  'demo-apps-know-the-screen-only': [
    'packages/demo-apps/src/clock.ts',
    'packages/android-shell/src/index.ts',
  ],
  'react-stays-in-the-pages': ['apps/web/src/frame/main.ts', 'react'],
  'relay-knows-no-business': ['packages/relay/src/relay.ts', 'packages/rules/src/index.ts'],
  'websockets-know-no-product': ['packages/websockets/src/websockets.ts', 'packages/relay/src/index.ts'],
  'no-cycles': feature('health', 'housekeeping'),
  'no-orphans': ['packages/ui/src/forgotten.ts', 'packages/ui/src/forgotten.ts'],
  'no-barrels': ['packages/ui/src/button.ts', 'packages/ui/src/forms/index.ts'],
};
