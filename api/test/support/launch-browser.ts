import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as browsers } from 'playwright-core';

/** The one without windows comes first: it needs a fifth less of the processor. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Inside its package, so that another version is unpacked anew. */
const UNPACKED = path.resolve(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../../unpacked');
const isInPackages = process.platform === 'linux' && process.arch === 'x64';

/**
 * Without memory for painting nothing is painted, which saves a quarter of the processor; pages are laid out all the
 * same.
 */
const PAINTS_NOTHING = '--force-gpu-mem-available-mb=0';

/**
 * A real browser: on Linux with Intel's processors the one of the package, elsewhere one that is installed. Null where the
 * machine has none. One that is not looked at paints nothing: pictures of its pages are empty.
 */
export async function launchBrowser(asked: { isLookedAt: boolean; args?: readonly string[] }): Promise<Browser | null> {
  const options = { args: ['--no-sandbox', ...(asked.isLookedAt ? [] : [PAINTS_NOTHING]), ...(asked.args ?? [])] };
  const executablePath = isInPackages ? await unpackBrowser() : INSTALLED.find((file) => existsSync(file));
  if (executablePath !== undefined) return browsers.launch({ ...options, executablePath });
  return browsers.launch({ ...options, channel: 'chrome' }).catch(() => null);
}

/** All callers share it. It takes seconds of the processor, so a run that starts many browsers does it first. */
export async function unpackBrowser(): Promise<string> {
  const executable = path.join(UNPACKED, 'chromium');
  if (!isInPackages || existsSync(executable)) return executable;
  const folder = await mkdtemp(`${UNPACKED}-`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // Whole, or not at all; somebody else may have been quicker.
  await rename(folder, UNPACKED).catch(() => rm(folder, { recursive: true }));
  return executable;
}
