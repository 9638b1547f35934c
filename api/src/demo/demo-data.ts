import type { Sandbox } from '@lisura/sandbox';
import type { App } from '../app/app.ts';
import { changeSettings } from '../modules/admin/operations/index.ts';
import { caseCategoryOrderSetting, caseCategoryPicturesSetting } from '../modules/games/cases/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { DatabaseAddress, Db } from '../platform/database/db.ts';
import { asOneProcess, FIRST_FILL_LOCK } from '../platform/database/one-process.ts';
import { sql } from '../platform/database/sql.ts';
import type { Seal } from '../platform/secrets/sealing.ts';
import { createDemoCases, DEMO_CATEGORIES, DEMO_CATEGORY_SCENES } from './demo-cases.ts';
import { createDemoEvent } from './demo-event.ts';
import { listDemoItems } from './demo-items.ts';
import { createDemoRaffle } from './demo-raffle.ts';
import { beginFirstFill, endFirstFill, firstFillState, forgetFruitlessFill } from './first-fill.sql.ts';

interface FirstFill {
  address: DatabaseAddress;
  db: Db;
  seedSeal: Seal;
  app: App;
  pictures: Pick<Sandbox, 'cratePicture' | 'scenePicture'>;
  say: (line: string) => void;
}

/**
 * Administrators' use cases fill the database. One process does it, and an interrupted fill continues at the next
 * start.
 */
export async function fillEmptyDatabase({ address, ...fill }: FirstFill): Promise<void> {
  await asOneProcess(address, FIRST_FILL_LOCK, () => fillWhereEmpty(fill));
}

async function fillWhereEmpty(fill: Omit<FirstFill, 'address'>): Promise<void> {
  const { db, app, say } = fill;
  const state = await firstFillState(db);
  if (state === 'DONE') return;
  say(
    state === 'EMPTY'
      ? 'Filling the catalogue with items, cases, an event and a raffle…'
      : 'Filling the catalogue where the last start was cut…',
  );
  await beginFirstFill(db);
  const { status, message } = await app.items.syncNow();
  if (status !== 'DONE') {
    say(`The catalogue could not be filled: ${message ?? status}`);
    return forgetFruitlessFill(db);
  }
  await fillGames(fill);
  await endFirstFill(db);
}

async function fillGames({ db, seedSeal, app, pictures }: Omit<FirstFill, 'address'>): Promise<void> {
  const values = {
    [caseCategoryOrderSetting.key]: DEMO_CATEGORIES,
    [caseCategoryPicturesSetting.key]: Object.entries(DEMO_CATEGORY_SCENES).map(
      ([category, scene]) => `${category} ${pictures.scenePicture(scene)}`,
    ),
  };
  const deps = { db, clock: systemClock, settings: app.settings, adminPlatformIds: new Set<string>() };
  await changeSettings(deps, { values, confirm: false, editor: null });
  const stock = await listDemoItems(db);
  await createDemoCases({ db, stock, cratePicture: pictures.cratePicture });
  await createDemoEvent({ db, stock, scenePicture: pictures.scenePicture });
  await createDemoRaffle({ db, seedSeal, stock, scenePicture: pictures.scenePicture });
  await leaveRoomForExamples(db);
}

/**
 * The reference's examples and the access tests ask for battle 1. It never exists, so they get one answer with and
 * without robots.
 */
async function leaveRoomForExamples(db: Db): Promise<void> {
  await db.query(sql`select setval(pg_get_serial_sequence('battles', 'id'), 1000)`);
}
