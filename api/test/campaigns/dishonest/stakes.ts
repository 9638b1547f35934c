import { insertHeld, insertItem } from '../../../src/modules/assets/inventory/test-support.ts';
import { startEvent, tableOf, wager } from '../../../src/modules/games/events/test-support.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { createPlayer, type Person } from '../../support/people.ts';
import { argumentsOf, checkedInLog, type Json, newSeed, notValid } from './evidence.ts';
import type { Fraud } from './fraud.ts';
import type { Front, House } from './house.ts';

interface Staked {
  player: Person;
  stake: { inventoryItemIds: string[]; targetItemId: string };
  quote: Json;
}

async function stakeItem(house: House): Promise<Staked> {
  const { db } = house.app;
  const player = await createPlayer(db, 0);
  const [cheap, dear] = [await insertItem(db, { valueCents: 1_000 }), await insertItem(db, { valueCents: 2_000 })];
  const stake = { inventoryItemIds: await insertHeld(db, player.userId, cheap), targetItemId: dear };
  return { player, stake, quote: await house.ask(player, '/upgrade/calculate', stake) };
}

const upgradeAt = (house: House, { player, stake, quote }: Staked): Promise<Json> =>
  house.ask(player, '/upgrade/perform', { ...stake, minChancePercent: quote.chancePercent });

const withoutLeast: Front = {
  request: (path, { minChancePercent, ...body }) =>
    path === '/upgrade/perform' ? body : { minChancePercent, ...body },
};

const movedPrice: Fraud = {
  name: 'Price moved between quote and play',
  deed: 'It makes the target dearer after the chance was shown, and ignores the least chance that the player asks for',
  notices: [notValid('upgrade --quote', /WRONG: The chance of [0-9.]+ percent is not below/)],
  play: async (house, isDishonest) => {
    const staked = await stakeItem(house);
    if (isDishonest) {
      const { targetItemId } = staked.stake;
      await house.alter(sql`update items set value_cents_brl = value_cents_brl * 2 where id = ${targetItemId}`);
      house.setFront(withoutLeast);
    }
    const upgrade = await upgradeAt(house, staked);
    return [await argumentsOf(house, 'upgrade', { upgrade, quote: staked.quote })];
  },
};

const otherThreshold: Fraud = {
  name: 'Higher threshold of an upgrade',
  deed: 'It asks for a higher roll than the chance says',
  notices: [notValid('upgrade', /WRONG: 10000000 less the chance/)],
  play: async (house, isDishonest) => {
    const front: Front = {
      answer: (path, body) =>
        path === '/upgrade/perform' ? { ...body, successThreshold: body.successThreshold + 1_000 } : body,
    };
    house.setFront(isDishonest ? front : null);
    return [await argumentsOf(house, 'upgrade', { upgrade: await upgradeAt(house, await stakeItem(house)) })];
  },
};

const otherStake: Fraud = {
  name: 'Other stake in the answer',
  deed: 'It tells the player of other values of his upgrade than it has logged',
  notices: [notValid('log --kind UPGRADES', /ALARM: UPGRADE_STAKES \d+ is not in the log as you have it/)],
  play: async (house, isDishonest) => {
    const front: Front = {
      answer: (path, body) =>
        path === '/upgrade/perform' ? { ...body, targetValueCents: String(Number(body.targetValueCents) + 1) } : body,
    };
    house.setFront(isDishonest ? front : null);
    const upgrade = await upgradeAt(house, await stakeItem(house));
    await house.log();
    return [await checkedInLog(house, 'UPGRADES', upgrade)];
  },
};

async function prepareShots(house: House) {
  const { db } = house.app;
  const prizes = [await insertItem(db, { valueCents: 5 }), await insertItem(db, { valueCents: 6 })];
  const event = await startEvent(
    { db },
    {
      shoots: [
        tableOf(250, [
          [prizes[0] as Id<'item'>, 5_000_000],
          [prizes[1] as Id<'item'>, 5_000_000],
        ]),
      ],
    },
  );
  const player = await createPlayer(db, 0);
  await wager(db, player, 10_000);
  await house.log();
  const progress = await house.ask(player, `/event/${event.id}/progress`);
  const shoot = () =>
    house.ask(player, '/event-shoot/shoot', { eventId: event.id, ticketPrice: 250, clientSeed: newSeed() });
  return { event, progress, shoot };
}

const changedEvent: Fraud = {
  name: 'Changed table of an event',
  deed: 'It changes what shots give once the event is published',
  notices: [notValid('log --kind EVENT_TERMS', /ALARM: EVENT_TERMS \d+ is not in the log as you have it/)],
  play: async (house, isDishonest) => {
    const { event } = await prepareShots(house);
    if (isDishonest) {
      await house.alter(sql`
        update event_prizes set hash_range_start = hash_range_start + (hash_range_start > 1)::int,
          hash_range_end = hash_range_end + (hash_range_end < 10000000)::int
        where event_id = ${event.id}`);
    }
    return [await checkedInLog(house, 'EVENT_TERMS', await house.ask(null, `/event/${event.id}`))];
  },
};

const skippedShot: Fraud = {
  name: 'Skipped shot',
  deed: 'It lets the nonce of a shot out whose roll would have won',
  notices: [notValid('shot --commitments', /ALARM: nonce 1 in event \d+ was skipped/)],
  play: async (house, isDishonest) => {
    const { progress, shoot } = await prepareShots(house);
    if (isDishonest) await shoot();
    const shot = await shoot();
    return [await argumentsOf(house, 'shot', { shot, server: house.url, commitments: progress })];
  },
};

export const STAKE_FRAUDS: readonly Fraud[] = [movedPrice, otherThreshold, otherStake, changedEvent, skippedShot];
