import assert from 'node:assert/strict';
import { createCall, type Reply } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { use } from '../../../../../test/support/use-app.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { insertHeld } from '../../../assets/inventory/test-support.ts';

type Headers = Record<string, string>;

export interface SwapsApp extends RecordingApp {
  create(who: Person, body: object, headers?: Headers): Promise<Reply>;
  accept(who: Person, id: string, inventoryItemIds?: readonly string[], headers?: Headers): Promise<Reply>;
  cancel(who: Person, id: string, headers?: Headers): Promise<Reply>;
  decline(who: Person, id: string, headers?: Headers): Promise<Reply>;
  list(who: Person, path: string): Promise<Reply>;
  pending(who: Person, body: object): Promise<string>;
  trader(items?: number): Promise<Owner>;
  /** Checks every invariant and stops everything. */
  end(): Promise<void>;
}

export interface Owner {
  person: Person;
  itemId: Id<'item'>;
  ids: Id<'inventoryItem'>[];
}

export const useSwapsApp = () => use(createSwapsApp, (app) => app.end());

export async function createSwapsApp(): Promise<SwapsApp> {
  const app = await createRecordingApp();
  const call = createCall(app.http);
  const create: SwapsApp['create'] = (who, body, headers) => call(who, 'POST', '/swap', body, headers);
  const close = (step: string) => (who: Person, id: string, headers?: Headers) =>
    call(who, 'PUT', `/swap/${id}/${step}`, undefined, headers);
  return {
    ...app,
    create,
    accept: (who, id, inventoryItemIds = [], headers = {}) =>
      call(who, 'PUT', `/swap/${id}/accept`, { inventoryItemIds }, headers),
    cancel: close('cancel'),
    decline: close('decline'),
    list: (who, path) => call(who, 'GET', `/swap/${path}`),
    pending: async (who, body) => {
      const { status, body: swap, text } = await create(who, body);
      assert.equal(status, 201, text);
      return swap.id;
    },
    trader: async (items = 1) => {
      const [person, itemId] = [await createPerson(app.db), await createItem(app.db, 1_000)];
      return {
        person,
        itemId,
        ids: items === 0 ? [] : await insertHeld(app.db, person.userId, itemId, { count: items }),
      };
    },
    end: async () => {
      try {
        const violations = await findViolations(app.db, { byOwnWays: true });
        // Test items have prices that follow from nothing.
        const own = violations.filter(({ invariant }) => invariant !== 'prices follow from margin and rate');
        assert.deepEqual(own, []);
      } finally {
        await app.close();
      }
    },
  };
}
