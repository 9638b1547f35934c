import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { presentBuild, recordOf } from './index.ts';

const SOURCES = ['b.ts', 'a.ts'];

function makeProject(t: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'lisura-build-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const name of SOURCES) writeFileSync(path.join(root, name), `// ${name}`);
  const folder = path.join(root, 'dist');
  mkdirSync(folder);
  const record = recordOf('program.js', SOURCES, root);
  const recordFile = path.join(folder, record.name);
  writeFileSync(recordFile, record.text);
  return { root, folder, recordFile, record };
}

test('a build runs where it was made of the present sources', (t) => {
  const { root, folder } = makeProject(t);
  assert.equal(presentBuild(folder, root), pathToFileURL(path.join(folder, 'program.js')).href);
});

test('the sources run where one has changed since', (t) => {
  const { root, folder } = makeProject(t);
  writeFileSync(path.join(root, 'a.ts'), '// a.ts\n');
  assert.equal(presentBuild(folder, root), null);
});

test('the sources run where one of the build is gone, and where there is no whole build', (t) => {
  const { root, folder, recordFile, record } = makeProject(t);
  writeFileSync(recordFile, record.text.slice(0, -2));
  assert.equal(presentBuild(folder, root), null);
  rmSync(recordFile);
  assert.equal(presentBuild(folder, root), null);
  writeFileSync(recordFile, record.text);
  rmSync(path.join(root, 'b.ts'));
  assert.equal(presentBuild(folder, root), null);
});

/** The process itself says which program it loaded. */
const WATCH = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (/launch\\.[jt]s$/.test(url)) console.log('loaded ' + url);
    return next(url, context);
  },
});`;

test('what `npm start` runs is the build, or else the sources', async () => {
  const hook = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const main = path.resolve(import.meta.dirname, '../src/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', hook, main, '--help']);
  const sources = pathToFileURL(path.resolve(import.meta.dirname, '../src/process/launch.ts')).href;
  assert.match(stdout, /--workers/);
  assert.equal(/^loaded (.*)$/m.exec(stdout)?.[1], presentBuild() ?? sources);
});
