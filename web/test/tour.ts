import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../../api/test/support/launch-browser.ts';
import { refreshBuild } from '../build/index.ts';
import { startWebServer } from './server.ts';
import type { TourStop } from './tour-stop.ts';
import { TOUR_STOPS } from './tour-stops.ts';
import { ADMINISTRATOR, PLAYER, SIZES, type Size, settled, type Visit, visit } from './visits.ts';

const HELP = `npm run tour -- [folder] [parts of names…]

Takes pictures of every page, on a desktop and on a telephone, and writes them into the folder, which is "tour" if none
is given. With parts of names, only of the pages whose names have one of them: home, battle, console-event…`;

const given = process.argv.slice(2);
if (given.some((word) => word.startsWith('-'))) {
  console.log(HELP);
  process.exit(given.includes('--help') ? 0 : 1);
}
const [folder = 'tour', ...wanted] = given;
const stops = TOUR_STOPS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
/** A player does some things once, such as to set up a second factor; both sizes show the result. */
const PLAYERS: Readonly<Record<Size, string>> = { desktop: PLAYER, phone: '76561198000000006' };
await mkdir(folder, { recursive: true });
// The server of tests takes the build as it is.
await refreshBuild(console.log);
const server = await startWebServer({ DEMO_PLAYERS: 'on' });
const browser = await launchBrowser({ isLookedAt: true });
try {
  if (browser === null) throw new Error('No browser is made for this machine or installed on it');
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const who of ['visitor', 'player', 'administrator'] as const) {
      const mine = stops.filter((stop) => stop.as === who);
      if (mine.length === 0) continue;
      const account = who === 'administrator' ? ADMINISTRATOR : PLAYERS[size];
      const visitor = await visit(browser, server, { size, account, isMoving: true, pixels: size === 'phone' ? 2 : 1 });
      if (who !== 'visitor') await visitor.logIn();
      for (const stop of mine) await picture(visitor, stop, size);
      for (const fault of visitor.faults) console.log(`  ${size} ${who}: ${fault}`);
      await visitor.close();
    }
  }
} finally {
  await browser?.close();
  await server.stop();
}

async function picture(visitor: Visit, stop: TourStop, size: Size): Promise<void> {
  await visitor.open(stop.path);
  await stop.prepare?.(visitor, server);
  await settled(visitor.page);
  const file = path.join(folder, `${stop.name}-${size}.png`);
  await visitor.page.screenshot({ path: file, animations: stop.isMoving ? 'allow' : 'disabled' });
  console.log(file);
}
