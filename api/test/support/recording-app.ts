import type { Push } from '../../src/platform/realtime/events.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts';

interface SentEvent {
  userId: string;
  event: string;
  payload: object;
}

export interface RecordingApp extends TestApp {
  sent: SentEvent[];
  /** Texts of the statements sent to the database, begin and commit among them. */
  statements: string[];
}

/** The app sends these beside requests: stamps of sessions and users, reads for the feed of drops. */
const BESIDE_REQUESTS = /session|last_activity|won\.id desc/;

/** How many statements requests have sent since `statements` was emptied. */
export const countOfRequests = ({ statements }: Pick<RecordingApp, 'statements'>): number =>
  statements.filter((text) => !BESIDE_REQUESTS.test(text)).length;

/** The app, with everything it says to users' sockets and to the database written down too. */
export async function createRecordingApp(options: TestAppOptions = {}): Promise<RecordingApp> {
  const sent: SentEvent[] = [];
  const statements: string[] = [];
  const app = await createTestApp(options);
  const { toUser } = app.realtime;
  const recorded: Pick<Push, 'toUser'> = {
    toUser: (userId, event, payload) => {
      sent.push({ userId, event: event.name, payload });
      toUser(userId, event, payload);
    },
  };
  Object.assign(app.realtime, recorded);
  app.db.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: [string | { text: string }, ...unknown[]]) => {
        statements.push(typeof args[0] === 'string' ? args[0] : args[0].text);
        return query(...args);
      },
    });
  });
  return { ...app, sent, statements };
}
