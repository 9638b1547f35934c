// Who may import whom: the house rules of docs/architecture.md, held by the test command.
const wing = (name) => `^api/src/modules/${name}/`;
const above = (names) => `^api/src/modules/(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'fairness-is-pure',
      comment: 'The fairness package has no dependency; only its Node edge and its command line may use Node.',
      severity: 'error',
      from: { path: '^fairness/src/', pathNot: '\\.test\\.ts$|^fairness/src/(cli/|node\\.ts)' },
      to: { pathNot: '^fairness/src/' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^api/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/(modules/|app|server|main|config)' },
    },
    {
      name: 'config-is-read-at-the-top',
      comment: 'Settings are handed down from the composition root.',
      severity: 'error',
      from: { path: '^api/src/modules/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/config\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'modules-meet-at-their-index',
      severity: 'error',
      from: { path: '^api/src/modules/([^/]+)/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/modules/', pathNot: ['^api/src/modules/$1/$2/', '/index\\.ts$'] },
    },
    {
      name: 'the-app-uses-a-module-through-its-index',
      severity: 'error',
      from: { path: '^api/src/[^/]+\\.ts$' },
      to: { path: '^api/src/modules/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'people-stand-on-the-platform',
      severity: 'error',
      from: { path: wing('people') },
      to: { path: above(['assets', 'games', 'trade', 'admin']) },
    },
    {
      name: 'assets-stand-on-people',
      severity: 'error',
      from: { path: wing('assets') },
      to: { path: above(['games', 'trade', 'admin']) },
    },
    {
      name: 'games-stand-on-assets-and-people',
      severity: 'error',
      from: { path: wing('games') },
      to: { path: above(['trade', 'admin']) },
    },
    {
      name: 'trade-stands-on-assets-and-people',
      severity: 'error',
      from: { path: wing('trade') },
      to: { path: above(['games', 'admin']) },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules take values and return values: no clock, no randomness, no input or output.',
      severity: 'error',
      from: { path: '^api/src/modules/.*\\.rules\\.ts$' },
      to: { pathNot: ['^fairness/src/', '^api/src/platform/(money|ids|days)\\.ts$', '\\.(rules|types)\\.ts$'] },
    },
    {
      name: 'sql-knows-the-database-alone',
      severity: 'error',
      from: { path: '^api/src/modules/.*\\.sql\\.ts$' },
      to: {
        pathNot: [
          '^api/src/platform/(db|sql|ids|money|schemas)\\.ts$',
          '\\.(sql|types)\\.ts$',
          'node_modules/(pg|sql-template-tag)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-are-thin',
      comment: 'Routes use their own module, indexes of others, and the HTTP conventions.',
      severity: 'error',
      from: { path: '^api/src/modules/.*routes\\.ts$' },
      to: {
        path: '^api/src/platform/',
        pathNot: '^api/src/platform/(http/|schemas|ids|money|days|errors|db|clock)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-sandbox-stands-alone',
      comment: 'Stand-ins speak the protocols of the outside world and know nothing of the product.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(api|bench)/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(fairness|api|sandbox)/src/', pathNot: '(\\.test|/test-support)\\.ts$' },
      to: { path: '^api/test/|(\\.test|/test-support)\\.ts$' },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      from: { path: '^(fairness|api|sandbox)/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(fairness|api|sandbox|bench)/node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
