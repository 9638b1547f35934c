import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createCall, type Method, type Reply } from '../../../../test/support/calls.ts';
import { PATIENCE } from '../../../../test/support/patience.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { use } from '../../../../test/support/use-app.ts';
import { type Announcements, createAnnouncements } from '../../../platform/database/announcements.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';

export interface CasesWorld extends TestApp {
  player: Person;
  admin: Person;
  /** The caller is an administrator unless another is named. */
  call(method: Method, path: string, payload?: object, who?: Person | null): Promise<Reply>;
  openAnnouncements(): Promise<Announcements>;
}

async function createCasesWorld(): Promise<CasesWorld> {
  const app = await createTestApp();
  const [player, admin] = [await createPerson(app.db), await createAdmin(app.db)];
  const call = createCall(app.http);
  const opened: Announcements[] = [];
  return {
    ...app,
    player,
    admin,
    call: (method, path, payload, who = admin) => call(who, method, path, payload),
    openAnnouncements: async () => {
      const announcements = createAnnouncements({
        address: app.databaseUrl,
        logger: silentLogger,
        reconnectMs: 5,
        patience: PATIENCE,
      });
      opened.push(announcements);
      await announcements.start();
      return announcements;
    },
    close: async () => {
      for (const each of opened) await each.close();
      await app.close();
    },
  };
}

export const useCasesWorld = () => use(createCasesWorld, (world) => world.close());

let casesNamed = 0;

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
