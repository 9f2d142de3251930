// The rules for imports. They match groups of paths, so that a new feature is covered from its first day. Each rule's comment
// says why it exists, and an import in bad-imports.ts proves that it finds violations. Change a rule only with a
// decision record.
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { apiLine, mayCall } from './api-line.ts';

type Rule = IForbiddenRuleType & { name: string; comment: string };

const packages = (names: string): string => `(?:^|node_modules/)(?:${names})(?:/|$)`;
const features = Object.keys(apiLine).join('|');

export const dependencyRules: Rule[] = [
  {
    name: 'apps-never-import-apps',
    comment: 'Apps run on different machines. Code that two of them share belongs into a package.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'packages-never-import-apps',
    comment: 'A package must be usable without the app that happens to use it today.',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'pure-packages-touch-nothing',
    comment: 'rules, contract and stream-protocol run in the browser, the API and the agent alike.',
    from: { path: '^packages/(?:rules|contract|stream-protocol)/src/' },
    to: { pathNot: `^packages/(?:rules|contract|stream-protocol)/src/|${packages('zod')}` },
  },
  ...Object.keys(apiLine).map(
    (feature): Rule => ({
      name: `api-line-${feature}`,
      comment: `${feature} may call ${mayCall(feature).slice(1).join(', ') || 'no other feature'}. The other way, it publishes an event or enqueues a job.`,
      from: { path: `^apps/api/src/${feature}/` },
      to: { path: '^apps/api/src/[^/]+/', pathNot: `^apps/api/src/(?:${mayCall(feature).join('|')})/` },
    }),
  ),
  {
    name: 'api-feature-has-a-place-in-the-line',
    comment: 'A new feature of the API gets its place in api-line.ts before anything else.',
    from: { path: `^apps/api/src/(?!(?:${features})/)[^/]+/` },
    to: {},
  },
  {
    name: 'api-features-call-through-the-door',
    comment:
      "Other features import only a feature's door (orders/orders.ts) and its events (orders/orders.events.ts, decision 010), and the policy in SQL (decision 100); the rest can change freely.",
    from: { path: '^apps/api/src/([^/]+)/' },
    to: {
      path: '^apps/api/src/[^/]+/',
      pathNot:
        '^apps/api/src/(?:$1|platform)/|^apps/api/src/([^/]+)/\\1(?:\\.events)?\\.ts$|^apps/api/src/access/policy\\.sql\\.ts$',
    },
  },
  {
    name: 'routes-go-through-their-door',
    comment: 'The HTTP edge translates; use cases and SQL are behind the door.',
    from: { path: '\\.routes\\.ts$' },
    to: { path: '\\.sql\\.ts$' },
  },
  {
    name: 'sql-knows-no-use-case',
    comment: 'SQL files are the list of things done to the database; they call nothing above them.',
    from: { path: '^apps/api/src/([^/]+)/[^/]+\\.sql\\.ts$' },
    to: { path: '\\.(?:routes|jobs)\\.ts$|^apps/api/src/$1/$1\\.ts$' },
  },
  {
    name: 'only-sql-files-see-the-database',
    comment: 'All statements to the database are found in *.sql.ts files.',
    from: {
      path: '^(?:apps|packages)/',
      pathNot: '^apps/api/src/(?:platform/|.*\\.sql\\.ts$)|^apps/api/test/',
    },
    to: { path: packages('pg|kysely|graphile-worker') },
  },
  {
    name: 'only-platform-sees-foreign-sdks',
    comment: 'An adapter translates at the border, so that no SDK error or shape travels inward.',
    from: { path: '^apps/api/src/', pathNot: '^apps/api/src/platform/' },
    to: { path: packages('stripe|nodemailer|graphile-worker|pdfkit') },
  },
  {
    name: 'only-payments-know-stripe',
    comment: "Stripe's shapes stay in platform/stripe and payments.",
    from: {
      path: '^(?:apps|packages)/',
      pathNot: '^apps/api/src/(?:platform/stripe|payments/)|^packages/payment-sandbox/',
    },
    to: { path: packages('stripe') },
  },
  {
    name: 'only-oauth-knows-oidc-provider',
    comment:
      'The OAuth server is one part of access, and no shape of its library travels out of it: decision 135.',
    from: { path: '^(?:apps|packages)/', pathNot: '^apps/api/src/access/oauth/' },
    to: { path: packages('oidc-provider') },
  },
  {
    name: 'web-features-never-import-each-other',
    comment: 'The page composes features. Code that two of them need moves below them: decision 072.',
    from: { path: '^apps/(web|console)/src/features/([^/]+)/' },
    to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
  },
  {
    name: 'web-features-know-no-page',
    comment: 'app -> pages -> features -> everything else: decision 072.',
    from: { path: '^apps/(web|console)/src/features/' },
    to: { path: '^apps/$1/src/(?:app|pages)/' },
  },
  {
    name: 'web-pages-know-no-app',
    comment: 'The router knows the pages, not the other way.',
    from: { path: '^apps/(web|console)/src/pages/' },
    to: { path: '^apps/$1/src/app/' },
  },
  {
    name: 'web-base-knows-no-feature',
    comment:
      'The session, live events, links and shared fields are used by all features, and use none: decision 072.',
    from: { path: '^apps/(web|console)/src/(?!(?:app|pages|features)/)' },
    to: { path: '^apps/$1/src/(?:app|pages|features)/.*\\.tsx?$' },
  },
  {
    name: 'web-api-knows-nothing-above-it',
    comment:
      'The fetch client returns or throws; the caller decides where to show it, once. Sentences for error codes are texts (decision 077).',
    from: { path: '^apps/(web|console)/src/api/' },
    to: { path: `^apps/$1/src/(?!(?:api|language)/)|${packages('react-router|sonner|react-dom')}` },
  },
  {
    name: 'clients-know-the-contract-only',
    comment: 'A client runs in every browser, in Node and in programs of customers: decision 072.',
    from: {
      path: '^packages/client-team/src/|^packages/client/src/[^/]+\\.ts$',
      pathNot: '\\.test\\.ts$|/phone-shell\\.ts$',
    },
    to: { pathNot: '^packages/(?:client|client-team|contract)/' },
  },
  {
    name: 'client-speaks-the-wires-of-phones',
    comment:
      'The parts of the client that open sockets to phones know the wires of files and adb; only `node` may use Node: decision 151.',
    from: { path: '^packages/client/src/[^/]+/', pathNot: '\\.test\\.ts$|/src/(?:node|sockets)/' },
    to: {
      pathNot: `^packages/(?:client|contract|stream-protocol|adb-bridge)/|${packages('@yume-chan/adb|@yume-chan/stream-extra')}`,
    },
  },
  {
    name: 'only-the-team-loads-the-team-client',
    comment: 'Customers never get the operators’ calls: decision 072.',
    from: { path: '^(?:apps|packages)/', pathNot: '^apps/(?:console|operator)/|^packages/client-team/' },
    to: { path: packages('packages/client-team|@pocketfleet/client-team') },
  },
  {
    name: 'command-line-knows-no-command',
    comment: 'It is the frame of two command lines with different calls: decision 121.',
    from: { path: '^packages/command-line/src/' },
    to: { path: '^(?:packages|apps)/', pathNot: '^packages/(?:command-line|client|contract)/' },
  },
  {
    name: 'cli-is-what-customers-install',
    comment:
      'The customers’ command line is published. Only what is meant for their computers is in it: decision 121.',
    from: { path: '^packages/cli/src/' },
    to: {
      path: '^(?:packages|apps)/',
      pathNot: '^packages/(?:cli|command-line|adb-bridge|adb-device|client|contract|rules)/',
    },
  },
  {
    name: 'ui-knows-no-router-and-no-api',
    comment: 'Building blocks are shared by the panel and the console, which have different routes and data.',
    from: { path: '^packages/ui/' },
    to: {
      path: `${packages('react-router|@tanstack/react-query|@pocketfleet/contract')}|^packages/(?!ui/|rules/)`,
    },
  },
  {
    name: 'scrcpy-bytes-stay-with-the-agent',
    comment:
      "scrcpy's bytes are known to the agent and the simulated phone; everybody else speaks our protocol.",
    from: { path: '^(?:apps|packages)/', pathNot: '^apps/agent/src/scrcpy/|^packages/virtual-phone/' },
    to: { path: packages('@yume-chan/scrcpy|@yume-chan/adb-scrcpy') },
  },
  {
    name: 'adb-device-knows-no-package',
    comment:
      'The customers’ command line uses adb-device and adb-bridge, the agent and the relay use adb-bridge, and phone-parts is what the simulator’s packages share: decisions 061 and 120.',
    from: { path: '^packages/(adb-device|adb-bridge|phone-parts)/src/' },
    to: { path: '^(?:packages|apps)/', pathNot: '^packages/$1/' },
  },
  {
    name: 'rtp-sender-knows-no-relay',
    comment: 'It gets pictures and gives packets: decision 205.',
    from: { path: '^packages/rtp-sender/src/', pathNot: '\\.test\\.ts$' },
    to: { path: '^(?:packages|apps)/', pathNot: '^packages/(?:rtp-sender|stream-protocol)/' },
  },
  {
    name: 'simulator-packages-meet-in-phone-parts',
    comment:
      'The shell, scrcpy’s server and the screen know each other by the types of phone-parts only; virtual-phone joins them: decision 061.',
    from: { path: '^packages/(android-shell|scrcpy-server|phone-screen)/src/' },
    to: { path: '^packages/', pathNot: '^packages/(?:$1|phone-parts|adb-device)/' },
  },
  {
    name: 'demo-apps-know-the-screen-only',
    comment:
      'An app draws itself with the screen’s parts and reaches the phone through its AppServices: decision 061.',
    from: { path: '^packages/demo-apps/src/' },
    to: { path: '^packages/', pathNot: '^packages/(?:demo-apps|phone-parts|phone-screen)/' },
  },
  {
    name: 'react-stays-in-the-pages',
    comment: 'The frame and the player must start fast and run without React.',
    from: {
      path: '^(?:apps|packages)/',
      pathNot: '^apps/(?:web/src/(?!frame/|guest/)|web/[^/]+$|console/)|^packages/ui/',
    },
    to: { path: packages('react|react-dom|react-router') },
  },
  {
    name: 'relay-knows-no-business',
    comment:
      'The relay forwards bytes. All that it knows of the product comes through its control-plane.ts, so it needs no SQL, no event and no feature: decision 200.',
    from: { path: '^packages/relay/' },
    to: {
      path: `^(?:apps|packages)/|${packages('pg|kysely')}`,
      pathNot: '^packages/(?:relay|adb-bridge|contract|rtp-sender|stream-protocol|websockets)/',
    },
  },
  {
    name: 'websockets-know-no-product',
    comment: 'They are accepted, limited and closed alike whatever they are for: decision 248.',
    from: { path: '^packages/websockets/' },
    to: { path: '^(?:apps|packages)/', pathNot: '^packages/(?:websockets|contract|stream-protocol)/' },
  },
  {
    name: 'no-cycles',
    comment: 'No file of a cycle can be understood without the others. Imports of types count too.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'A file that nobody imports is deleted, or is an entry and then named here.',
    from: {
      orphan: true,
      path: '^(?:apps|packages)/[^/]+/src/',
      pathNot:
        '/src/(?:main|demo|audit|index|frame/main|guest/main)\\.tsx?$|\\.d\\.ts$|/src/app/[^/]+\\.tsx$',
    },
    to: {},
  },
  {
    name: 'no-barrels',
    comment: 'index.ts is the entry of a package and nothing else.',
    from: {},
    to: { path: '/index\\.tsx?$', pathNot: '^packages/[^/]+/src/index\\.ts$|node_modules/' },
  },
];
