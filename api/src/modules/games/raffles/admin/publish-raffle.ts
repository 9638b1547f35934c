import { createHash } from 'node:crypto';
import { changedFields } from '../../../../platform/changed-fields.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { findItems, findUsableItems } from '../../../assets/items/index.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import { beaconDelaySetting } from '../../beacon/index.ts';
import { commitAhead, type SeedDeps, skipNonces } from '../../rolls/index.ts';
import {
  nonceOf,
  type PrizeInput,
  prizeNonces,
  type RaffleFields,
  raffleIsNotOnSale,
  raffleNotFound,
  raffleStream,
  ticketsAreSold,
  unsoundRaffle,
} from '../raffles.records.ts';
import { listPrizes, lockRaffle } from '../raffles.sql.ts';
import { type BeaconDeps, scheduleClose } from '../sales/close-sales.ts';
import type { RaffleInput } from './admin.records.ts';
import {
  insertRaffle,
  listSkippedNonces,
  type RaffleDetail,
  readRaffleDetail,
  replacePrizes,
  updateRaffle,
} from './admin.sql.ts';
import { greatestCost, RAFFLE_TERMS, raffleFaults, termsOf } from './raffle-contents.rules.ts';

export interface AdminDeps extends SeedDeps, BeaconDeps {
  settings: Pick<Settings, 'read'>;
}

const delayOf = async ({ settings }: AdminDeps, tx: Tx, { randomness }: RaffleFields): Promise<number | null> =>
  randomness === 'drand' ? settings.read(tx, beaconDelaySetting) : null;

/**
 * Throws a 422 with every fault and its place. No item is locked, since it may be archived at any later time as well.
 */
async function checkContents(
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

async function findValues(tx: Tx, prizes: readonly Pick<PrizeInput, 'itemId'>[]): Promise<Cents[]> {
  const items = await findItems(tx, [...new Set(prizes.map(({ itemId }) => itemId))]);
  const values = new Map(items.map(({ id, valueCentsBrl }) => [id, valueCentsBrl]));
  return prizes.map(({ itemId }) => values.get(itemId) ?? 0n);
}

/** A place that was committed to before keeps its seed, whatever the prize: a commitment never changes. */
async function commitPrizes(
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

/** The raffle is on sale at once, and the hash of each prize's seed is public from here on. */
export async function createRaffle(
  deps: AdminDeps & { db: Db },
  { fields, prizes }: RaffleInput,
  editor: Publisher,
): Promise<RaffleDetail> {
  return transaction(deps.db, async (tx) => {
    await checkContents(deps, tx, fields, prizes, new Set());
    const content = termsOf({ fields, prizes });
    const terms = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const publisherIds = await requireMayPublish(tx, editor, {
      costCents: greatestCost(fields, await findValues(tx, prizes)),
      action: 'create',
      // The raffle has no id yet: a second administrator asks for the same terms.
      entity: { type: RAFFLE_TERMS, id: terms },
      content,
    });
    const beaconDelaySeconds = await delayOf(deps, tx, fields);
    const id = await insertRaffle(tx, { ...fields, beaconDelaySeconds }, editor.actorId);
    const entity = { type: 'raffle', id };
    const metadata = { ...fields, beaconDelaySeconds, prizes, terms };
    await Promise.all([
      recordPublishers(tx, entity, publisherIds),
      commitPrizes(deps, tx, id, prizes, editor),
      scheduleClose(tx, id, fields.closesAt),
      recordAudit(tx, [{ action: 'RAFFLE_CREATED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readRaffleDetail(tx, id);
  });
}

/**
 * A raffle can be edited before its first sale. A prize that stays in its place keeps its seed. The seed of a place
 * that is given up is recorded as never used, and the place is not taken again.
 */
export async function editRaffle(
  deps: AdminDeps & { db: Db },
  id: Id<'raffle'>,
  { fields, prizes }: RaffleInput,
  editor: Publisher,
): Promise<RaffleDetail> {
  return transaction(deps.db, async (tx) => {
    const before = await lockRaffle(tx, id);
    if (before === null) throw raffleNotFound();
    if (before.ticketsSold > 0) throw ticketsAreSold();
    if (!before.isOnSale) throw raffleIsNotOnSale();
    const [prizesBefore, skipped] = await Promise.all([listPrizes(tx, id), listSkippedNonces(tx, raffleStream(id))]);
    await checkContents(deps, tx, fields, prizes, new Set(skipped.map((nonce) => nonce - 1)));
    // A raffle that stays with the beacon keeps its delay.
    const isSame = before.randomness === fields.randomness;
    const beaconDelaySeconds = isSame ? before.beaconDelaySeconds : await delayOf(deps, tx, fields);
    const nonces = new Set(prizes.map(nonceOf));
    const gone = prizesBefore.filter((prize) => !nonces.has(nonceOf(prize)));
    const entity = { type: 'raffle', id };
    const metadata = { ...changedFields(before, fields), prizes };
    const costBefore = greatestCost(
      before,
      await findValues(
        tx,
        prizesBefore.map(({ item }) => item),
      ),
    );
    const cost = greatestCost(fields, await findValues(tx, prizes));
    const publisherIds = await requireMayPublish(tx, editor, {
      // The former cost was counted when the raffle was created.
      costCents: cost > costBefore ? cost - costBefore : 0n,
      action: 'edit',
      entity,
      content: termsOf({ fields, prizes }),
    });
    await Promise.all([
      recordPublishers(tx, entity, publisherIds),
      updateRaffle(tx, id, { ...fields, beaconDelaySeconds }),
      commitPrizes(deps, tx, id, prizes, editor),
      gone.length === 0 ? null : skipNonces(tx, prizeNonces(id, gone), 'The prize was taken away'),
      scheduleClose(tx, id, fields.closesAt),
      recordAudit(tx, [{ action: 'RAFFLE_UPDATED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readRaffleDetail(tx, id);
  });
}
