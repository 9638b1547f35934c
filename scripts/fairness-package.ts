import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild-wasm';

/** The package for players and the offline page are made here. */
const FAIRNESS = path.resolve(import.meta.dirname, '../fairness');
const TSC = path.resolve(import.meta.dirname, '../node_modules/.bin/tsc');
const PAGE = path.join(FAIRNESS, 'src/page');

export const PAGE_FILE = path.join(FAIRNESS, 'verify.html');
export const PAGE_HASH_FILE = path.join(FAIRNESS, 'page.sha256');
export const pageHash = (page: string) => `${createHash('sha256').update(page).digest('hex')}\n`;

/** Writes the package in plain JavaScript for any Node from 20 on, in a new folder. */
export async function writePackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  compileInto(path.join(folder, 'lib'));
  rmSync(path.join(folder, 'lib/page'), { recursive: true });
  // With the library that it needs inside, so that who installs the package installs nothing else.
  const signature = path.join(folder, 'lib/beacon/signature.js');
  writeFileSync(signature, await bundled(path.join(FAIRNESS, 'src/beacon/signature.ts'), 'esm'));
  // Types have no comments, which stand in the code beside them, so that the package stays small.
  compileInto(path.join(folder, 'lib'), 'tsconfig.types.json');
  cpSync(path.join(FAIRNESS, 'README.md'), path.join(folder, 'README.md'));
  cpSync(PAGE_HASH_FILE, path.join(folder, 'page.sha256'));
  const launcher = path.join(folder, 'bin/lisura-verify.js');
  mkdirSync(path.dirname(launcher));
  writeFileSync(launcher, `#!/usr/bin/env node\nimport '../lib/cli/main.js';\n`);
  chmodSync(launcher, 0o755);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
}

/** The workspace runs its TypeScript directly; the package has compiled code. */
function publishedManifest(): object {
  const {
    private: _private,
    exports: entries,
    dependencies: _bundled,
    bin: _bin,
    ...manifest
  } = JSON.parse(readFileSync(path.join(FAIRNESS, 'package.json'), 'utf8'));
  const compiled = (entry: string) => entry.replace('./src/', './lib/').replace(/\.ts$/, '');
  return {
    ...manifest,
    exports: Object.fromEntries(
      Object.entries<string>(entries)
        // The page is the server's to show.
        .filter(([, entry]) => entry.endsWith('.ts'))
        .map(([name, entry]) => [name, { types: `${compiled(entry)}.d.ts`, default: `${compiled(entry)}.js` }]),
    ),
    bin: { 'lisura-verify': './bin/lisura-verify.js' },
    files: ['bin', 'lib', 'page.sha256'],
  };
}

export async function verifyPage(): Promise<string> {
  const style = readFileSync(path.join(PAGE, 'page.css'), 'utf8');
  const program = await bundled(path.join(PAGE, 'program.ts'), 'iife');
  if (program.includes('</script')) throw new Error('the program would end its own element');
  const parts: Record<string, string> = { style, program, policy: policyOf({ style, program }) };
  const template = readFileSync(path.join(PAGE, 'page.html'), 'utf8');
  return template.replace(/\{(style|program|policy)\}/g, (_, name: string) => parts[name] as string);
}

/** Writes a module with everything that it needs as one readable script, with the licences of others. */
async function bundled(entry: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: FAIRNESS,
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'inline',
    charset: 'utf8',
  });
  const [script] = outputFiles;
  if (script === undefined || outputFiles.length !== 1) throw new Error(`${entry} did not become one script`);
  return script.text;
}

/** The page may run itself and do nothing else, least of all ask or tell anybody. */
function policyOf({ style, program }: { style: string; program: string }): string {
  const only = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; script-src ${only(program)}; style-src ${only(style)}; base-uri 'none'; form-action 'none'`;
}

function compileInto(folder: string, config = 'tsconfig.package.json'): void {
  execFileSync(TSC, ['-p', path.join(FAIRNESS, config), '--outDir', folder]);
}
