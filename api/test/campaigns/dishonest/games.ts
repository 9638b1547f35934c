import { drawRaffle, sha256Hex, ticketsFrom } from '@lisura/fairness';
import { botStream } from '../../../src/modules/games/battles/battles.records.ts';
import { createCase } from '../../../src/modules/games/cases/openings/test-support.ts';
import { createRaffleCalls } from '../../../src/modules/games/raffles/test-support.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { commitTo } from '../../support/committed-seeds.ts';
import { createPlayer, type Person } from '../../support/people.ts';
import { argumentsOf, checkedInLog, type Json, newSeed, notValid } from './evidence.ts';
import type { Fraud } from './fraud.ts';
import type { Front, House } from './house.ts';

/** In a game with a beacon a player knows the chain, and the log with its key. */
export const drawnArguments = async (house: House, command: string, given: Record<string, Json>): Promise<string[]> =>
  argumentsOf(house, command, {
    chain: await (await fetch(`${(await house.sandbox.beacon.source()).url}/info`)).json(),
    server: house.url,
    key: (await house.ask(null, '/log/key')).publicKey,
    ...given,
  });

/** The creator got this answer before anybody else had paid. */
async function createBattle(house: House, randomness: 'server' | 'drand') {
  const { db } = house.app;
  const [ana, box] = [await createPlayer(db, 100_000), await createCase(db)];
  const terms = { mode: 'NORMAL', caseIds: [box.id], randomness, clientSeed: newSeed() };
  const before = await house.ask(ana, '/battles/create', terms);
  return { ana, before };
}

const addBot = (house: House, ana: Person, id: string): Promise<Json> =>
  house.ask(ana, `/battles/${id}/add-bots`, { count: 1, clientSeed: newSeed() });

/** A round of the beacon decides a battle of two people; `meanwhile` happens before that round is out. */
export async function playPerson(
  house: House,
  meanwhile: (id: string) => Promise<void> = () => house.log(),
): Promise<Json> {
  const { before } = await createBattle(house, 'drand');
  const bia = await createPlayer(house.app.db, 100_000);
  await house.ask(bia, `/battles/${before.id}/join`, { clientSeed: newSeed() });
  await meanwhile(before.id);
  house.passTime();
  await house.runJob('finish-battle', { battleId: before.id });
  return house.ask(null, `/battles/${before.id}`);
}

const onBattle = (change: (battle: Json) => Json): Front => ({
  answer: (path, body) => (path.startsWith('/battles/') ? change(body) : body),
});

const chosenBots: Fraud = {
  name: 'Chosen seeds of bots',
  deed: 'It shows hashes for the rolls of its bot, and plays other seeds once it knows the client seeds',
  notices: [notValid('battle --before', /WRONG[\s\S]*The hashes of bots are those shown/)],
  play: async (house, isDishonest) => {
    const { ana, before } = await createBattle(house, 'server');
    if (isDishonest) {
      const stream = botStream(before.id, 2);
      await house.alter(sql`delete from commitment_runs where stream = ${stream}`);
      await commitTo(house.app.db, { stream, nonce: 1, serverSeed: newSeed() });
    }
    return [await argumentsOf(house, 'battle', { battle: await addBot(house, ana, before.id), before })];
  },
};

const ignoredSeat: Fraud = {
  name: 'Ignored client seed of a battle',
  deed: 'It takes a client seed of its own for the seat of a player and his bot',
  notices: [notValid('battle --client-seed', /A seat has the client seed that you sent/)],
  play: async (house, isDishonest) => {
    const { ana, before } = await createBattle(house, 'server');
    const clientSeed = newSeed();
    if (isDishonest) {
      house.setFront({
        request: (path, body) => (path.endsWith('/add-bots') ? { ...body, clientSeed: newSeed() } : body),
      });
    }
    const battle = await house.ask(ana, `/battles/${before.id}/add-bots`, { count: 1, clientSeed });
    return [await argumentsOf(house, 'battle', { battle, before, 'client-seed': clientSeed })];
  },
};

const movedValues: Fraud = {
  name: 'Changed item values',
  deed: 'It changes what items count in a battle that waits, so that another seat wins',
  notices: [
    notValid('battle --before', /WRONG[\s\S]*The items and what they are worth are those shown/),
    notValid('log --kind BATTLES', /ALARM: BATTLE_TERMS \d+ is not in the log as you have it/),
  ],
  play: async (house, isDishonest) => {
    const { ana, before } = await createBattle(house, 'server');
    await house.log();
    if (isDishonest) {
      await house.alter(sql`
        update battle_version_values set item_values =
          (select jsonb_object_agg(key, (value::bigint * 3)::text) from jsonb_each_text(item_values))
        where battle_id = ${before.id}`);
    }
    const battle = await addBot(house, ana, before.id);
    await house.log();
    return [await argumentsOf(house, 'battle', { battle, before }), await checkedInLog(house, 'BATTLES', battle)];
  },
};

const otherHashes: Fraud = {
  name: 'Different hashes to different people',
  deed: 'It shows one player of a battle another hash of the tie than it shows to the rest',
  notices: [notValid('log --kind BATTLE_TERMS', /ALARM: BATTLE_TERMS \d+ is not in the log as you have it/)],
  play: async (house, isDishonest) => {
    const { before } = await createBattle(house, 'server');
    await house.log();
    const other = { serverSeedHash: sha256Hex(newSeed()) };
    if (isDishonest) {
      house.setFront(onBattle((battle) => ({ ...battle, tieBreak: { ...battle.tieBreak, ...other } })));
    }
    const shown = await house.ask(await createPlayer(house.app.db, 0), `/battles/${before.id}`);
    return [await checkedInLog(house, 'BATTLE_TERMS', shown)];
  },
};

const otherWinner: Fraud = {
  name: 'Other winner of a battle',
  deed: 'It names the seat with the lower total as the winner',
  notices: [notValid('battle', /WRONG/)],
  play: async (house, isDishonest) => {
    const battle = await playPerson(house);
    const seats = battle.seats.map((seat: Json) => ({ ...seat, isWinner: !seat.isWinner }));
    const shown = isDishonest ? { ...battle, winningTeam: battle.winningTeam === 1 ? 2 : 1, seats } : battle;
    return [await drawnArguments(house, 'battle', { battle: shown })];
  },
};

export async function sellTickets(house: House, more: object = {}) {
  const { app } = house;
  const calls = await createRaffleCalls(app);
  const { id } = await calls.create({ maxTickets: 6, randomness: 'server', ...more });
  const [ana, bia] = [await createPlayer(app.db, 10_000), await createPlayer(app.db, 10_000)];
  await house.ask(ana, `/raffle/${id}/buy`, { quantity: 3 });
  const onSale = await house.ask(null, `/raffle/${id}`);
  const sellOut = () => house.ask(bia, `/raffle/${id}/buy`, { quantity: 3 });
  /** Fixes the list and draws; `list` is the raffle between the two, and `meanwhile` happens there. */
  const draw = async (meanwhile: () => Promise<void> = async () => {}) => {
    await calls.runJob('fix-ticket-list', id);
    const list = await house.ask(null, `/raffle/${id}`);
    await house.log();
    await meanwhile();
    house.passTime();
    await calls.draw(id);
    return { list, raffle: await house.ask(null, `/raffle/${id}`), tickets: await house.read(`/raffle/${id}/tickets`) };
  };
  return { id, ana, bia, onSale, sellOut, draw };
}

const raffleArguments = async (house: House, raffle: Json, tickets: string, before: Json | null): Promise<string[]> => [
  ...(await argumentsOf(house, 'raffle', { raffle, ...(before === null ? {} : { before }) })),
  `--tickets=${await house.save('tickets.txt', tickets)}`,
];

const changedList: Fraud = {
  name: 'Changed list of tickets',
  deed: 'It writes the winning ticket over to somebody of its own once the raffle is drawn',
  notices: [notValid('raffle', /WRONG[\s\S]*SHA-256 of the list of tickets is the hash told/)],
  play: async (house, isDishonest) => {
    const { sellOut, draw, ana } = await sellTickets(house);
    await sellOut();
    const { raffle, tickets } = await draw();
    const line = `1:${ana.userId}\n`;
    return [await raffleArguments(house, raffle, isDishonest ? tickets.replace(line, '1:999\n') : tickets, null)];
  },
};

/** The raffle drawn anew over another list, right in itself. */
function drawnAgain(raffle: Json, tickets: string): Json {
  const hash = sha256Hex(tickets);
  const ranges = ticketsFrom(tickets);
  const drawn = drawRaffle<Json, string>({ prizes: raffle.prizes, clientSeed: hash, tickets: ranges });
  const prizes = drawn.map(({ prize, winnerId, ...rest }) => ({
    ...prize,
    ...rest,
    winner: winnerId === null ? null : { ...prize.winner, id: winnerId },
  }));
  const ticketsSold = ranges.reduce((sum, { count }) => sum + count, 0);
  return { ...raffle, ticketListHash: hash, clientSeed: hash, prizes, ticketsSold };
}

const lateTicket: Fraud = {
  name: 'Ticket sold after the close',
  deed: 'It adds a ticket to the list that was closed, and draws over the longer one',
  notices: [
    notValid('raffle --before', /WRONG[\s\S]*The hash of the list is the one shown/),
    notValid('log --kind TICKET_LISTS', /ALARM: TICKET_LISTS \d+ is not in the log as you have it/),
  ],
  play: async (house, isDishonest) => {
    const { sellOut, draw } = await sellTickets(house);
    await sellOut();
    const { list, raffle, tickets } = await draw();
    const longer = `${tickets.replace(/\n?$/, '\n')}7:999\n`;
    const [shown, shownTickets] = isDishonest ? [drawnAgain(raffle, longer), longer] : [raffle, tickets];
    return [await raffleArguments(house, shown, shownTickets, list), await checkedInLog(house, 'TICKET_LISTS', shown)];
  },
};

const earlyClose: Fraud = {
  name: 'Early close',
  deed: 'It ends the sales of a raffle while the list suits it, before all is sold and before the time that was announced',
  notices: [notValid('raffle --before', /WRONG[\s\S]*Sales ended when all was sold/)],
  play: async (house, isDishonest) => {
    const { id, sellOut, draw, onSale } = await sellTickets(house);
    if (isDishonest) {
      await house.alter(sql`update raffles set status = 'DRAWING', closed_at = clock_timestamp() where id = ${id}`);
    }
    if (!isDishonest) await sellOut();
    const { raffle, tickets } = await draw();
    return [await raffleArguments(house, raffle, tickets, onSale)];
  },
};

const otherPrizeSeed: Fraud = {
  name: 'Other seed of a prize',
  deed: 'It draws a prize with another server seed than it had shown the hash of',
  notices: [notValid('raffle --before', /WRONG[\s\S]*The hash of the prize is the one shown/)],
  play: async (house, isDishonest) => {
    const other = (prize: Json) => ({ ...prize, serverSeedHash: sha256Hex(newSeed()) });
    const front: Front = {
      answer: (path, body) => (path.startsWith('/raffle/') ? { ...body, prizes: body.prizes?.map(other) } : body),
    };
    house.setFront(isDishonest ? front : null);
    const { sellOut, draw, onSale } = await sellTickets(house);
    house.setFront(null);
    await sellOut();
    const { raffle, tickets } = await draw();
    return [await raffleArguments(house, raffle, tickets, onSale)];
  },
};

const otherRaffleWinner: Fraud = {
  name: 'Other winner of a raffle',
  deed: 'It gives a prize to somebody else than the holder of the drawn ticket',
  notices: [notValid('raffle', /WRONG[\s\S]*Whose ticket it is/)],
  play: async (house, isDishonest) => {
    const { sellOut, draw } = await sellTickets(house);
    await sellOut();
    const { raffle, tickets } = await draw();
    const [first, ...rest] = raffle.prizes;
    const prizes = [{ ...first, winner: { ...first.winner, id: '999' } }, ...rest];
    return [await raffleArguments(house, isDishonest ? { ...raffle, prizes } : raffle, tickets, null)];
  },
};

export const GAME_FRAUDS: readonly Fraud[] = [
  chosenBots,
  ignoredSeat,
  movedValues,
  otherHashes,
  otherWinner,
  changedList,
  lateTicket,
  earlyClose,
  otherPrizeSeed,
  otherRaffleWinner,
];
