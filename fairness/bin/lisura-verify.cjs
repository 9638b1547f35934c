#!/usr/bin/env node
// In syntax that any Node understands, so that an old one says what is wrong instead of failing on a type annotation.
if (process.features.typescript) {
  import('../src/cli/main.ts');
} else {
  process.stderr.write(`lisura-verify needs Node 22.18 or newer to run TypeScript: this is ${process.version}.\n`);
  process.exitCode = 2;
}
