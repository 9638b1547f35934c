// Loaded before everything else, in syntax that any Node understands: the project pins its runtime through npm
// (node_modules/.bin/node), which `npm run` finds first. Where no pinned runtime fits the platform the Node found
// must itself be able to run TypeScript and Temporal; if it is not, one line says so instead of a syntax error.
var major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  process.stderr.write(
    'Lisura needs Node 26 or newer: this is ' +
      process.version +
      ' (' +
      process.platform +
      '-' +
      process.arch +
      ') and the pinned runtime is not installed here. Run "npm ci" and start through npm, or install Node 26.\n',
  );
  process.exit(1);
} else {
  // What was stripped of its types and compiled is kept for the next start. From here, and not by the program itself:
  // before its first line Node would load its TypeScript compiler for it, which stays in memory (14 MiB).
  require('node:module').enableCompileCache(require('node:path').join(__dirname, '../node_modules/.cache/lisura'));
}
