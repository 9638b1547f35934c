import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as browsers } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A real browser: on Linux with Intel's processors the one of the package, elsewhere one that is installed. Null where the
 * machine has none. The package is unpacked into the folder for temporary files, so give each test file one of its own.
 */
export async function launchBrowser(): Promise<Browser | null> {
  if (process.platform === 'linux' && process.arch === 'x64') return launch(await chromium.executablePath());
  const installed = INSTALLED.find((file) => existsSync(file));
  if (installed !== undefined) return launch(installed);
  return browsers.launch({ channel: 'chrome' }).catch(() => null);
}

const launch = (executablePath: string) => browsers.launch({ args: ['--no-sandbox'], executablePath });
