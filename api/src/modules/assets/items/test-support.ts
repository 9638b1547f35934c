import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createCall, type Method, type Reply } from '../../../../test/support/calls.ts';
import { createTestDatabase } from '../../../../test/support/databases.ts';
import { createPartsServer } from '../../../../test/support/parts-server.ts';
import { PATIENCE } from '../../../../test/support/patience.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { type Announcements, createAnnouncements } from '../../../platform/database/announcements.ts';
import { type Db, openDatabase } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { HttpPart } from '../../../platform/http/http-part.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import { createSettings, type Setting, type Settings } from '../../../platform/settings/settings.ts';
import {
  createExchangeRateSource,
  createItemDatabase,
  createItems,
  type ItemDatabase,
  type Items,
  type ItemsDeps,
  items as itemsModule,
} from './index.ts';
import { itemsConstraintErrors } from './items.records.ts';

export type Fault = 'none' | 'status-500' | 'silence' | 'garbage' | 'huge' | 'redirect';

export interface OutsideWorld {
  url: string;
  items: unknown;
  collections: unknown;
  prices: unknown;
  rate: unknown;
  fault: Fault;
  /** Paths asked for, in order. */
  asked: string[];
  close(): Promise<void>;
}

export async function startOutsideWorld(): Promise<OutsideWorld> {
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    world.asked.push(path);
    const replies: Record<string, unknown> = {
      '/items.json': world.items,
      '/collections.json': world.collections,
      '/prices.json': world.prices,
      '/json/last/USD-BRL': world.rate,
    };
    if (world.fault === 'silence') return;
    if (world.fault === 'status-500') response.writeHead(500).end('{}');
    else if (world.fault === 'garbage') response.end('<html>');
    else if (world.fault === 'huge') response.end(Buffer.alloc(21 * 1024 * 1024, ' '));
    else if (world.fault === 'redirect') response.writeHead(302, { location: `${world.url}/elsewhere` }).end();
    else response.end(JSON.stringify(replies[path] ?? null));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const world: OutsideWorld = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    items: [],
    collections: [],
    prices: {},
    rate: { USDBRL: { bid: '5.4321', timestamp: '1763200000' } },
    fault: 'none',
    asked: [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return world;
}

export function listedItem(name: string, more: object = {}) {
  return {
    id: `skin-${name}`,
    name,
    market_hash_name: name,
    weapon: { name: 'AK-47' },
    category: { name: 'Rifles' },
    rarity: { name: 'Covert' },
    wear: { name: 'Field-Tested' },
    stattrak: false,
    collections: [{ id: 'c-1', name: 'The Test Collection' }],
    image: 'https://items.example/1.png',
    ...more,
  };
}

export interface ItemsWorld {
  http: FastifyInstance;
  db: Db;
  databaseUrl: string;
  announcements: Announcements;
  settings: Settings;
  itemDatabase: ItemDatabase;
  items: Items;
  deps: ItemsDeps;
  outside: OutsideWorld;
  player: Person;
  admin: Person;
  secondSettings(): Promise<Settings>;
  /** The default caller is an administrator. */
  call(method: Method, path: string, payload?: object, who?: Person | null): Promise<Reply>;
  close(): Promise<void>;
}

interface WorldOptions {
  clock?: Clock;
  definitions?: readonly Setting<unknown>[];
  parts?: (deps: { db: Db; settings: Settings }) => readonly HttpPart[];
  /** Null: nothing is configured. */
  outsideUrls?: { itemDatabaseUrl: string; ratesUrl: string } | null;
}

export async function createItemsWorld(options: WorldOptions = {}): Promise<ItemsWorld> {
  const { clock = systemClock, definitions = itemsModule.settings ?? [], outsideUrls } = options;
  const logger = silentLogger;
  const outside = await startOutsideWorld();
  const database = await createTestDatabase();
  const address = database.url;
  const db = openDatabase({
    patience: PATIENCE,
    address,
    logger,
    poolSize: 10,
    constraintErrors: itemsConstraintErrors,
  });
  const opened: Announcements[] = [];
  const openAnnouncements = async () => {
    const announcements = createAnnouncements({ address, logger, patience: PATIENCE });
    opened.push(announcements);
    await announcements.start();
    return announcements;
  };
  const announcements = await openAnnouncements();
  // One administrator is enough, without a second factor: `guarded-values.test.ts` is about who may confirm what.
  const settings = createSettings({ db, announcements, definitions, isSandbox: true });
  await settings.start();
  const urls = outsideUrls === undefined ? { itemDatabaseUrl: outside.url, ratesUrl: outside.url } : outsideUrls;
  const itemDatabase = createItemDatabase({ url: urls?.itemDatabaseUrl ?? null, logger, clock });
  const rateSource = createExchangeRateSource({ url: urls?.ratesUrl ?? null, logger });
  const deps: ItemsDeps = { db, clock, logger, settings, announcements, itemDatabase, rateSource };
  const items = createItems(deps);
  const [player, admin] = [await createPerson(db), await createAdmin(db)];
  const parts = [...items.http, ...(options.parts?.({ db, settings }) ?? [])];
  const http = await createPartsServer({ db, parts, admin, player });
  const call = createCall(http);
  return {
    http,
    db,
    databaseUrl: address,
    announcements,
    settings,
    itemDatabase,
    items,
    deps,
    outside,
    player,
    admin,
    secondSettings: async () => {
      const second = createSettings({ db, announcements: await openAnnouncements(), definitions });
      await second.start();
      return second;
    },
    call: (method, path, payload, who = admin) => call(who, method, path, payload),
    close: async () => {
      await http.close();
      for (const each of opened) await each.close();
      await db.close();
      await database.drop();
      await outside.close();
    },
  };
}

/** Must be empty after everything that touches items: every price follows from its original, the margin and the rate. */
export const wrongPrices = (db: Db) =>
  db.query(sql`
    select items.id, original_price_cents, value_cents, value_cents_brl
    from items, exchange_rate,
      (select coalesce((select value #>> '{}' from settings where key = 'priceMargin'), '1.2')::numeric as margin) in_force
    where value_cents <> round(original_price_cents * margin)
      or value_cents_brl <> round(round(original_price_cents * margin) * usd_to_brl)`);

export const listAudit = (db: Db, action: string) =>
  db.query<{ actorId: string; entityId: string; metadata: Record<string, unknown> }>(sql`
    select actor_id, entity_id, metadata from audit_entries
    where action = ${action} order by id`);
