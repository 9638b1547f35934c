import assert from 'node:assert/strict';
import { rollOf } from '@lisura/fairness';
import { createCase } from '../../../src/modules/games/cases/openings/test-support.ts';
import { userStream } from '../../../src/modules/games/rolls/index.ts';
import { readCommittedSeeds } from '../../support/committed-seeds.ts';
import { createPlayer } from '../../support/people.ts';
import { argumentsOf, newSeed, notValid } from './evidence.ts';
import type { Fraud } from './fraud.ts';
import type { Front, House } from './house.ts';

const FIRST_WINNING_ROLL = 7_500_001;
/** With fewer the command says that chance cannot be told from choice. */
const ENOUGH = 32;

interface Refusing {
  refusals: number;
  refuses(roll: number): boolean;
}

/** The player presses again, with another client seed, whenever the house says that the price has changed. */
async function playOn(house: House, { refusals, refuses }: Refusing): Promise<void> {
  const { db } = house.app;
  const widths = [FIRST_WINNING_ROLL - 1, 10_000_001 - FIRST_WINNING_ROLL];
  const [player, box] = [await createPlayer(db, 1_000_000), await createCase(db, { widths })];
  const path = `/cases/${box.id}/open`;
  const asSeen = { expectedVersion: 1, expectedPriceCents: '100' };
  for (let refused = 0; refused < refusals; ) {
    await house.ask(player, '/provably-fair/commitments?count=100');
    // The house can open the seeds that it has sealed, and sees the client seed before the play.
    for (const { nonce, seed: serverSeed } of (await readCommittedSeeds(db, userStream(player.userId))).slice(-100)) {
      const clientSeed = newSeed();
      if (refuses(rollOf({ serverSeed, clientSeed, nonce }))) {
        house.setFront({ request: (_, body) => ({ ...body, expectedPriceCents: '1' }) });
        assert.equal((await house.press(player, path, { ...asSeen, clientSeed })).status, 409);
        house.setFront(null);
        refused += 1;
      }
      await house.ask(player, path, { ...asSeen, clientSeed: newSeed() });
      if (refused === refusals) break;
    }
  }
  await house.log();
}

const refusedWins: Fraud = {
  name: 'Refusal of wins',
  deed: 'It refuses the first win of each nonce, because the price has changed, and gets another client seed',
  notices: [
    notValid(
      'refusals --server',
      /ALARM: .* refused plays judged, z = [0-9.]+\. They would have been luckier than chance/,
    ),
  ],
  play: async (house, isDishonest) => {
    const chance = { refusals: 1, refuses: () => true };
    await playOn(house, isDishonest ? { refusals: 40, refuses: (roll) => roll >= FIRST_WINNING_ROLL } : chance);
    return [await argumentsOf(house, 'refusals', { server: house.url })];
  },
};

const hiddenRefusal: Fraud = {
  name: 'Refusal left out of the list',
  deed: 'It lists the refused plays without those that would have won',
  notices: [notValid('refusals --server', /ALARM: REFUSALS \d+ is in the log and is not listed/)],
  play: async (house, isDishonest) => {
    await playOn(house, { refusals: isDishonest ? 1 : ENOUGH, refuses: () => true });
    const front: Front = {
      answer: (path, body) =>
        path.startsWith('/provably-fair/refusals') ? { ...body, refusals: body.refusals.slice(0, -1) } : body,
    };
    house.setFront(isDishonest ? front : null);
    return [await argumentsOf(house, 'refusals', { server: house.url })];
  },
};

// The order matters: once wins were refused, no refusal of this house passes for chance.
export const REFUSAL_FRAUDS: readonly Fraud[] = [hiddenRefusal, refusedWins];
