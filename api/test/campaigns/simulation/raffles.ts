import assert from 'node:assert/strict';
import { countWon, returnStake, stakeFaults, takeStake } from './model.ts';
import type { Step } from './plays.ts';
import { type Actor, ask, isDone, nowMs, runJob, type World } from './world.ts';

const TICKET_CENTS = 300;
const TICKETS = 12;
const MOST_EACH = 5;

async function startRaffle(world: World): Promise<void> {
  const { catalogue, admin } = world;
  const reply = await ask(
    world,
    admin,
    [
      'POST',
      '/admin/raffles',
      {
        name: 'Raffle',
        description: '',
        imageUrl: 'https://images.example/1.png',
        ticketPriceCents: String(TICKET_CENTS),
        maxTickets: TICKETS,
        maxTicketsPerUser: MOST_EACH,
        prizes: [0, 1].map((displayOrder) => ({ displayOrder, itemId: catalogue.prize })),
      },
    ],
    { isSafe: true },
  );
  isDone(reply, [], 'a raffle');
  world.raffle = { id: reply.body.id, sold: 0 };
}

export const buyTickets: Step = async (world, actor) => {
  if (world.raffle === null) await startRaffle(world);
  const { raffle, chance } = world;
  if (raffle === null) return null;
  const { person, model } = actor;
  const quantity = chance.between(1, 4);
  const owned = model.tickets.get(raffle.id) ?? 0;
  const faults =
    raffle.sold === TICKETS
      ? ['RAFFLE_SALES_CLOSED']
      : [
          ...stakeFaults(model, TICKET_CENTS * quantity, 0, nowMs(world)),
          ...(raffle.sold + quantity > TICKETS ? ['TOO_FEW_TICKETS_LEFT'] : []),
          ...(owned + quantity > MOST_EACH ? ['TOO_MANY_TICKETS'] : []),
        ];
  const reply = await ask(world, person, ['POST', `/raffle/${raffle.id}/buy`, { quantity }]);
  if (!isDone(reply, faults, 'tickets')) return [actor];
  takeStake(model, TICKET_CENTS * quantity, 0, nowMs(world));
  model.tickets.set(raffle.id, owned + quantity);
  assert.equal(reply.body.firstTicket, raffle.sold + 1, 'tickets are numbered in the order of their sale');
  raffle.sold += quantity;
  assert.equal(reply.body.isSoldOut, raffle.sold === TICKETS);
  return [actor];
};

const buyersOf = ({ actors, raffle }: World): Actor[] =>
  actors.filter(({ model }) => (model.tickets.get(raffle?.id ?? '') ?? 0) > 0);

export const drawRaffle: Step = async (world) => {
  const { raffle, admin, catalogue } = world;
  if (raffle === null) return null;
  const reply = await ask(world, admin, ['POST', `/raffle/${raffle.id}/draw`]);
  if (!isDone(reply, raffle.sold < TICKETS ? ['RAFFLE_NOT_TO_BE_DRAWN'] : [], 'a draw')) return [];
  const buyers = buyersOf(world);
  const prizeCents = catalogue.values.get(catalogue.prize) ?? 0;
  const winnerIds: string[] = reply.body.prizes.map(({ winner }: { winner: { id: string } }) => winner.id);
  assert.equal(new Set(winnerIds).size, winnerIds.length, 'somebody has won twice');
  for (const winnerId of winnerIds) {
    const winner = buyers.find(({ model }) => model.id === winnerId);
    assert.ok(winner !== undefined, 'somebody without a ticket has won');
    winner.model.arriving.push(catalogue.prize);
    countWon(winner.model, prizeCents, nowMs(world));
  }
  await runJob(world, 'count-raffle-stakes', { raffleId: raffle.id });
  for (const { model } of buyers) model.wagered += TICKET_CENTS * (model.tickets.get(raffle.id) ?? 0);
  world.raffle = null;
  return buyers;
};

export const cancelRaffle: Step = async (world) => {
  const { raffle, admin } = world;
  if (raffle === null) return null;
  const reply = await ask(world, admin, ['POST', `/admin/raffles/${raffle.id}/cancel`]);
  if (!isDone(reply, raffle.sold === TICKETS ? ['RAFFLE_NOT_ON_SALE'] : [], 'the end of a raffle')) return [];
  const buyers = buyersOf(world);
  for (const { model } of buyers) returnStake(model, TICKET_CENTS * (model.tickets.get(raffle.id) ?? 0), nowMs(world));
  world.raffle = null;
  return buyers;
};
