import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { findItems, findUsableItems } from '../../../assets/items/index.ts';
import type { Editor } from '../../../people/audit/index.ts';
import { beaconDelaySetting } from '../../beacon/index.ts';
import { commitAhead, type SeedDeps } from '../../rolls/index.ts';
import { prizeNonces } from '../raffle-stream.ts';
import { unsoundRaffle } from '../raffles.errors.ts';
import type { PrizeInput, RaffleFields } from '../raffles.types.ts';
import type { BeaconDeps } from '../sales/name-round.ts';
import { replacePrizes } from './admin.sql.ts';
import { raffleFaults } from './raffle-contents.rules.ts';

export interface AdminDeps extends SeedDeps, BeaconDeps {
  settings: Pick<Settings, 'read'>;
}

/** The delay of a raffle that is created now; null where no beacon decides. */
export const delayOf = async ({ settings }: AdminDeps, tx: Tx, { randomness }: RaffleFields): Promise<number | null> =>
  randomness === 'drand' ? settings.read(tx, beaconDelaySetting) : null;

/** 422 with every fault and its place. No item is locked, since one may be archived at any time after as well. */
export async function checkContents(
  { clock, beacon }: Pick<BeaconDeps, 'clock' | 'beacon'>,
  tx: Tx,
  fields: RaffleFields,
  prizes: readonly PrizeInput[],
  givenUp: ReadonlySet<number>,
): Promise<void> {
  const usableIds = await findUsableItems(tx, [...new Set(prizes.map(({ itemId }) => itemId))]);
  const ground = { now: clock.now(), usableIds, givenUp, hasBeacon: beacon !== null };
  const faults = raffleFaults(fields, prizes, ground);
  if (faults.length > 0) throw unsoundRaffle(faults);
}

/** BRL: what the prizes are worth now, in their order. */
export async function findValues(tx: Tx, prizes: readonly Pick<PrizeInput, 'itemId'>[]): Promise<Cents[]> {
  const items = await findItems(tx, [...new Set(prizes.map(({ itemId }) => itemId))]);
  const values = new Map(items.map(({ id, valueCentsBrl }) => [id, valueCentsBrl]));
  return prizes.map(({ itemId }) => values.get(itemId) ?? 0n);
}

/** A place that was committed to before keeps its seed, whatever the prize: a commitment is never exchanged. */
export async function commitPrizes(
  deps: SeedDeps,
  tx: Tx,
  raffleId: Id<'raffle'>,
  prizes: readonly PrizeInput[],
  { actorId, ip }: Editor,
): Promise<void> {
  const asker = { userId: actorId, ip, entity: { type: 'raffle', id: raffleId } };
  const asks = prizeNonces(raffleId, prizes).map((nonce) => ({ ...nonce, asker }));
  const hashes = (await commitAhead(deps, tx, asks)).flat();
  await replacePrizes(
    tx,
    raffleId,
    prizes.map((prize, index) => ({ ...prize, serverSeedHash: hashes[index] as string })),
  );
}
