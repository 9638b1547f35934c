// Who may import whom: the house rules of docs/architecture.md, held by the test command.
const wing = (name) => `^api/src/modules/${name}/`;
const above = (names) => `^api/src/modules/(${names.join('|')})/`;

/** Tests, and what only they use, look where they must. */
const TEST_CODE = '(\\.test|/test-support)\\.ts$';
const MODULE_INDEX = '^api/src/modules/[^/]+/[^/]+/index\\.ts$';
/** The limits reach into this folder of the wallet. */
const WAGERS = '^api/src/modules/assets/wallet/wagers/';
/** The rules of play reach into this folder of the limits. */
const STAKES = '^api/src/modules/assets/limits/stakes/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'fairness-is-pure',
      comment:
        'The fairness package has no dependency but the curves of its beacon; only its Node edge and its command line may use Node.',
      severity: 'error',
      from: {
        path: '^fairness/src/',
        pathNot: '\\.test\\.ts$|^fairness/src/(cli/|node\\.ts|beacon/signature\\.ts)',
      },
      to: { pathNot: '^fairness/src/' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^api/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/(modules|app|demo|workers|verify|backfill|process)/|^api/src/main' },
    },
    {
      name: 'modules-know-no-app',
      comment: 'Values of the configuration and other modules are handed down from the composition root.',
      severity: 'error',
      from: { path: '^api/src/modules/', pathNot: TEST_CODE },
      to: { path: '^api/src/(app|demo|workers|verify|backfill|process)/|^api/src/main' },
    },
    {
      name: 'the-app-does-not-run-itself',
      comment: 'Folders stand on the app to run it: as one process or several, with players, or for one command.',
      severity: 'error',
      from: { path: '^api/src/app/', pathNot: TEST_CODE },
      to: { path: '^api/src/(demo|workers|verify|backfill|process)/|^api/src/main' },
    },
    {
      name: 'what-stands-on-the-app-stands-alone',
      comment: 'Demo, workers, verify and backfill do not know each other. The process puts demo and workers together.',
      severity: 'error',
      from: { path: '^api/src/(demo|workers|verify|backfill)/', pathNot: TEST_CODE },
      to: { path: '^api/src/((demo|workers|verify|backfill|process)/|main)', pathNot: '^api/src/$1/' },
    },
    {
      name: 'the-process-runs-no-command',
      comment: 'The commands and the start of the program are programs of their own.',
      severity: 'error',
      from: { path: '^api/src/process/', pathNot: TEST_CODE },
      to: { path: '^api/src/((verify|backfill)/|main)' },
    },
    {
      name: 'modules-meet-at-their-index',
      severity: 'error',
      from: { path: '^api/src/modules/([^/]+)/([^/]+)/', pathNot: TEST_CODE },
      to: { path: '^api/src/modules/', pathNot: ['^api/src/modules/$1/$2/', MODULE_INDEX, WAGERS, STAKES] },
    },
    {
      name: 'stakes-are-taken-within-limits',
      comment: 'What charges stakes is known to the limits alone, which count them: no game takes one past them.',
      severity: 'error',
      from: { pathNot: [TEST_CODE, '^api/src/modules/assets/(wallet|limits)/'] },
      to: { path: WAGERS },
    },
    {
      name: 'stakes-are-taken-by-play',
      comment: 'What takes, returns and pays stakes is known to play alone: no game does it past the list of games.',
      severity: 'error',
      from: { pathNot: [TEST_CODE, '^api/src/modules/(assets/limits|games/rolls/play)/'] },
      to: { path: STAKES },
    },
    {
      name: 'the-ground-of-a-module-knows-no-room',
      comment:
        'A room is a folder inside a module. The files beside the rooms are shared by all of them and import none.',
      severity: 'error',
      from: { path: '^api/src/modules/([^/]+)/([^/]+)/[^/]+\\.ts$', pathNot: [TEST_CODE, '/index\\.ts$'] },
      to: { path: '^api/src/modules/$1/$2/[^/]+/' },
    },
    {
      name: 'the-app-uses-a-module-through-its-index',
      severity: 'error',
      from: { path: '^(api/src/((app|demo|workers|verify|backfill|process)/|main)|tools/)', pathNot: TEST_CODE },
      to: { path: '^api/src/modules/', pathNot: MODULE_INDEX },
    },
    {
      name: 'people-stand-on-the-platform',
      severity: 'error',
      from: { path: wing('people') },
      to: { path: above(['assets', 'games', 'trade', 'pages', 'admin']) },
    },
    {
      name: 'assets-stand-on-people',
      severity: 'error',
      from: { path: wing('assets') },
      to: { path: above(['games', 'trade', 'pages', 'admin']) },
    },
    {
      name: 'games-stand-on-assets-and-people',
      severity: 'error',
      from: { path: wing('games') },
      to: { path: above(['trade', 'pages', 'admin']) },
    },
    {
      name: 'trade-stands-on-assets-and-people',
      severity: 'error',
      from: { path: wing('trade') },
      to: { path: above(['games', 'pages', 'admin']) },
    },
    {
      name: 'pages-stand-on-everything-but-administration',
      severity: 'error',
      from: { path: wing('pages') },
      to: { path: above(['admin']) },
    },
    {
      name: 'rules-are-pure',
      comment:
        'Rules take values and return values: no clock, no randomness, no input or output. Types come from anywhere.',
      severity: 'error',
      from: { path: '^api/src/modules/.*\\.rules\\.ts$' },
      to: {
        pathNot: [
          '^fairness/src/',
          '^api/src/platform/(money|ids|days|durations)\\.ts$',
          '\\.(rules|records|types)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'records-are-values',
      comment:
        'Records hold types, schemas, errors, texts and pure rules. They reach neither the database nor the outside.',
      severity: 'error',
      from: { path: '^api/src/modules/.*\\.records\\.ts$' },
      to: {
        path: [
          '^api/src/platform/(database|outbound|batches|hot-store|jobs|realtime|secrets|clock)',
          '^api/src/platform/http/(?!openapi/)',
          '\\.(sql|routes)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-knows-the-database-alone',
      severity: 'error',
      from: { path: '^api/src/modules/.*\\.sql\\.ts$' },
      to: {
        pathNot: [
          '^api/src/platform/(database/(db|sql)|ids|money|days|durations|lists|roll-ups/roll-ups|record|secrets/split-seeds)\\.ts$',
          '\\.(sql|types|records)\\.ts$',
          // Names of streams, which are plain values.
          '/(shot-stream|streams)\\.ts$',
          // Daily totals, which are statements too.
          '-days\\.ts$',
          'node_modules/(pg|sql-template-tag)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'invariants-ask-the-database-alone',
      comment: 'Nothing that plays has a part in saying whether it was played right.',
      severity: 'error',
      from: { path: '^api/src/modules/.*\\.invariants\\.ts$' },
      to: {
        pathNot: [
          '^api/src/platform/(database/sql\\.ts$|invariants/|secrets/split-seeds\\.ts$)',
          // What is sealed is opened in one way.
          '^api/src/modules/games/rolls/(index|independent-rolls|commitments/sealed-seeds)\\.ts$',
          '^api/src/modules/games/log/independent-root\\.ts$',
          // Its statement over rounds shares nothing with what names them.
          '^api/src/modules/games/beacon/index\\.ts$',
          '^api/src/modules/people/two-factor/sealed-secrets\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rolls-are-computed-anew-without-the-fairness-package',
      severity: 'error',
      from: { path: '/independent-rolls\\.ts$' },
      to: { path: '^fairness/', reachable: true },
    },
    {
      name: 'routes-are-thin',
      comment: 'Routes use their own module, indexes of others, and the HTTP conventions.',
      severity: 'error',
      from: { path: '^api/src/modules/.*routes\\.ts$' },
      to: {
        path: '^api/src/platform/',
        pathNot:
          '^api/src/platform/(http/|schemas|lists|day-queries|ids|money|days|durations|errors|database/db|clock)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-embedded-database-stands-alone',
      comment: 'It is a part of nothing that runs in production.',
      severity: 'error',
      from: { path: '^embedded-postgres/' },
      to: { path: '^(fairness|api|sandbox|bench|tools)/' },
    },
    {
      name: 'the-sandbox-stands-alone',
      comment: 'Stand-ins speak the protocols of the outside world and know nothing of the product.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(api|bench|tools)/' },
    },
    {
      name: 'the-product-reaches-no-tool',
      comment:
        'Tools and benchmarks use the product, and it knows neither: what benchmarks write with triggers switched off is out of its reach.',
      severity: 'error',
      from: { path: '^(fairness|api)/' },
      to: { path: '^(bench|tools)/' },
    },
    {
      name: 'tools-reach-no-benchmark',
      comment: 'A tool writes through the product; only benchmarks fill tables by themselves.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^bench/' },
    },
    {
      name: 'web-stands-on-the-fairness-package',
      comment: 'The web app knows the server by its OpenAPI document and its socket events: by generated types alone.',
      severity: 'error',
      from: { path: '^web/((src|build)/|[^/]+\\.ts$)' },
      to: { path: '^(api|sandbox|embedded-postgres|bench|tools|scripts)/' },
    },
    {
      name: 'pages-do-not-know-each-other',
      comment: 'What two pages need is shared.',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/' },
      to: { path: '^web/src/(pages/|app/|main)', pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'what-pages-share-knows-no-page',
      severity: 'error',
      from: { path: '^web/src/(shared|data)/' },
      to: { path: '^web/src/(pages|app)/' },
    },
    {
      name: 'players-load-nothing-of-the-console',
      comment: 'The console is loaded by its routes alone, which the router knows.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(console/|app/router\\.tsx$)' },
      to: { path: '^web/src/console/' },
    },
    {
      name: 'the-router-knows-the-routes-of-the-console',
      comment: 'More would be loaded with the first page of players.',
      severity: 'error',
      from: { path: '^web/src/app/router\\.tsx$' },
      to: { path: '^web/src/console/', pathNot: '^web/src/console/console-routes\\.tsx$' },
    },
    {
      name: 'the-console-knows-no-page-of-players',
      severity: 'error',
      from: { path: '^web/src/console/' },
      to: { path: '^web/src/(pages/|app/router|main)' },
    },
    {
      name: 'pages-of-the-console-do-not-know-each-other',
      comment: 'What two of them need is a part, or stands in a folder of its own beside the pages.',
      severity: 'error',
      from: { path: '^web/src/console/pages/([^/]+)/' },
      to: { path: '^web/src/console/(pages/|ConsoleShell|console-routes)', pathNot: '^web/src/console/pages/$1/' },
    },
    {
      name: 'data-knows-no-part',
      comment: 'How data comes in does not depend on how it is shown.',
      severity: 'error',
      from: { path: '^web/src/data/' },
      to: { path: '^web/src/shared/' },
    },
    {
      name: 'the-server-knows-what-it-serves-of-the-web-app',
      comment: 'One campaign walks through the pages, behind the proxies that are shipped.',
      severity: 'error',
      from: {
        path: '^(api|fairness|sandbox|embedded-postgres|tools|bench)/',
        pathNot: '^api/test/campaigns/proxies/',
      },
      to: { path: '^web/', pathNot: '^web/(served|build/index)\\.ts$' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: {
        path: '^((fairness|embedded-postgres|api|sandbox|web)/src|tools)/',
        pathNot: '(\\.test|/test-support)\\.ts$',
      },
      to: { path: '^(api|web)/test/|(\\.test|/test-support)\\.ts$' },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      from: { path: '^(fairness|embedded-postgres|api|sandbox)/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^((fairness|embedded-postgres|api|sandbox|bench|tools|web)/node_modules|(web|api)/dist/|bench/yardstick/dist/)',
    },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
