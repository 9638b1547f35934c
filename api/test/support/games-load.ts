import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Id } from '../../src/platform/ids.ts';
import type { Person } from './people.ts';

/** Players want the same few items and the same little money for everything at once. */

export type Kind = 'open' | 'upgrade' | 'sellOne' | 'sellSeveral' | 'sellAll' | 'shoot' | 'claim';

export interface Stage {
  caseId: Id<'case'>;
  targetItemId: Id<'item'>;
  eventId: string;
  tierIds: string[];
}

export interface GamePlayer {
  person: Person;
  /** The request names these items of the player, which were available at the start of the round. */
  itemIds: string[];
  /** Another's. */
  foreignItemId: string;
}

export interface Ask {
  kind: Kind;
  person: Person;
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
  /** The client seed is found again on each roll of this request and on no other. It is null where there is none. */
  seed: string | null;
  /** The items it uses up by name. */
  itemIds: string[];
  tierId: string | null;
}

export interface Answered extends Ask {
  /** There are two where the request was sent twice at once with one `Idempotency-Key`. */
  statuses: number[];
  /** The answer told of the effect; null where it was refused. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test finds in an answer is what it asserts on.
  done: any;
  bodies: string[];
}

const WEIGHTS: Record<Kind, number> = {
  open: 3,
  upgrade: 5,
  sellOne: 3,
  sellSeveral: 3,
  sellAll: 1,
  shoot: 2,
  claim: 1,
};
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind));

export function newAsk(player: GamePlayer, stage: Stage, random: () => number): Ask {
  const below = (limit: number) => Math.floor(random() * limit);
  const kind = KINDS[below(KINDS.length)] as Kind;
  const seed = randomUUID();
  /** Each item is named once; now and then one belongs to another player. */
  const some = (most: number) => {
    const from = random() < 0.05 ? [...player.itemIds, player.foreignItemId] : player.itemIds;
    const start = below(from.length);
    return [...from.slice(start), ...from.slice(0, start)].slice(0, 1 + below(most));
  };
  const asked = { kind, person: player.person, seed: null, itemIds: [], tierId: null };
  switch (kind) {
    case 'open': {
      const body = { quantity: 1 + below(5), clientSeed: seed };
      return { ...asked, method: 'POST', path: `/cases/${stage.caseId}/open`, body, seed };
    }
    case 'upgrade': {
      const itemIds = some(3);
      const stake = random() < 0.5 ? {} : { balanceCents: String(1 + below(40)) };
      const body = { inventoryItemIds: itemIds, ...stake, targetItemId: stage.targetItemId, clientSeed: seed };
      return { ...asked, method: 'POST', path: '/upgrade/perform', body, seed, itemIds };
    }
    case 'sellOne': {
      const itemIds = some(1);
      return { ...asked, method: 'DELETE', path: `/inventory/${itemIds[0]}/sell`, itemIds };
    }
    case 'sellSeveral': {
      const itemIds = some(3);
      return {
        ...asked,
        method: 'POST',
        path: '/inventory/sell-multiple',
        body: { inventoryItemIds: itemIds },
        itemIds,
      };
    }
    case 'sellAll':
      return { ...asked, method: 'POST', path: '/inventory/sell-all' };
    case 'shoot':
      return {
        ...asked,
        method: 'POST',
        path: '/event-shoot/shoot',
        body: { ticketPrice: 250, clientSeed: seed },
        seed,
      };
    case 'claim': {
      const tierId = stage.tierIds[below(stage.tierIds.length)] as string;
      return { ...asked, method: 'POST', path: `/event/${stage.eventId}/claim`, body: { tierId }, tierId };
    }
  }
}

/** Sent to the first server; where it is `repeated`, with one key to both of them at the same time. */
export async function send(
  ask: Ask,
  [server, second]: readonly [FastifyInstance, FastifyInstance],
  repeated: boolean,
): Promise<Answered> {
  const { method, path, body, person } = ask;
  const key = repeated ? { 'idempotency-key': randomUUID() } : {};
  const headers = { ...person.headers, ...key };
  const request = { method, url: `/api${path}`, headers, ...(body === undefined ? {} : { payload: body }) };
  const answers = await Promise.all((repeated ? [server, second] : [server]).map((each) => each.inject(request)));
  const done = answers.find(({ statusCode }) => statusCode === 200);
  return {
    ...ask,
    statuses: answers.map(({ statusCode }) => statusCode),
    bodies: answers.map((answer) => answer.body),
    done: done === undefined ? null : done.json(),
  };
}
