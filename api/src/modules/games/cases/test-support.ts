import type { FastifyInstance } from 'fastify';
import { createTestDatabase } from '../../../../test/support/databases.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { type Announcements, createAnnouncements } from '../../../platform/announcements.ts';
import { systemClock } from '../../../platform/clock.ts';
import { type Db, openDatabase } from '../../../platform/db.ts';
import { healthModule } from '../../../platform/health.ts';
import { createMemoryStore } from '../../../platform/hot-store/memory.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { sql } from '../../../platform/sql.ts';
import { casesConstraintErrors, casesModule } from './index.ts';

export interface CasesWorld {
  http: FastifyInstance;
  db: Db;
  databaseUrl: string;
  player: Person;
  admin: Person;
  /** As an administrator unless somebody else is named. */
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    who?: Person | null,
  ): Promise<Reply>;
  /** The announcements as another process on the same database hears them. */
  openAnnouncements(): Promise<Announcements>;
  close(): Promise<void>;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test finds in an answer is what it asserts on.
  body: any;
}

/** The definitions of cases alone behind the HTTP conventions, on a database of their own. */
export async function createCasesWorld(): Promise<CasesWorld> {
  const logger = silentLogger;
  const database = await createTestDatabase();
  const address = database.url;
  const db = openDatabase({ address, logger, poolSize: 10, constraintErrors: casesConstraintErrors });
  const [player, admin] = [await createPerson(db), await createAdmin(db)];
  const hotStore = createMemoryStore();
  const opened: Announcements[] = [];
  const http = await createHttpServer({
    publicUrl: 'https://api.lisura.test',
    webOrigins: ['http://localhost'],
    trustProxy: false,
    rateLimits: { global: 0, auth: 0, caseOpen: 0 },
    logger,
    hotStore,
    clock: systemClock,
    metrics: createMetrics(db),
    authenticate: async ({ sessionId }) => {
      if (sessionId === admin.sessionId) return { userId: admin.userId, role: 'ADMIN', sessionId };
      return sessionId === player.sessionId ? { userId: player.userId, role: 'USER', sessionId } : null;
    },
    isReady: () => true,
    healthModule: healthModule({
      db,
      hotStore,
      readiness: { migrated: true, stopping: false },
      version: 'test',
      startedAt: new Date(),
    }),
    modules: [casesModule({ db })],
  });
  return {
    http,
    db,
    databaseUrl: address,
    player,
    admin,
    call: async (method, path, payload, who = admin) => {
      const response = await http.inject({
        method,
        url: `/api${path}`,
        headers: who?.headers ?? {},
        ...(payload ? { payload } : {}),
      });
      return { status: response.statusCode, body: response.json() };
    },
    openAnnouncements: async () => {
      const announcements = createAnnouncements({ address, logger, reconnectMs: 5 });
      opened.push(announcements);
      await announcements.start();
      return announcements;
    },
    close: async () => {
      await http.close();
      for (const each of opened) await each.close();
      await hotStore.close();
      await db.close();
      await database.drop();
    },
  };
}

let itemsInserted = 0;

/** One of rarity COVERT; the name is that of the market as well. */
export async function insertItem(db: Db, valueCentsBrl = 1_000n): Promise<Id<'item'>> {
  itemsInserted += 1;
  const name = `Item ${itemsInserted}`;
  const rows = await db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
    values (${name}, ${name}, 'https://items.example/1.png', 'COVERT', 'RIFLE', ${valueCentsBrl}) returning id`);
  return rows[0]?.id as Id<'item'>;
}

export const archiveItem = (db: Db, id: Id<'item'>) =>
  db.query(sql`update items set archived_at = now() where id = ${id}`);

let casesNamed = 0;

/** The fields of a case of its own name, for a body. */
export function caseFields(more: object = {}) {
  casesNamed += 1;
  return {
    name: `Case ${casesNamed}`,
    imageUrl: 'https://images.example/1.png',
    category: 'Test',
    priceCents: '500',
    ...more,
  };
}
