import assert from 'node:assert/strict';
import { barFaults, countWon, returnStake, stakeFaults, takeStake } from './model.ts';
import type { Step } from './plays.ts';
import { type Actor, ask, type Battle, isDone, nowMs, runJob, type World } from './world.ts';

const MODES = ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'];
const MOST_WAITING = 20;

export const createBattle: Step = async (world, actor) => {
  const { chance, catalogue, battles } = world;
  const { person, model } = actor;
  const cases = Array.from({ length: chance.between(1, 3) }, () => chance.pick(catalogue.cases));
  const isTeams = chance.happens(0.2);
  const seatCount = isTeams ? 4 : chance.between(2, 4);
  const mode = chance.pick(MODES);
  const entryCents = cases.reduce((sum, { cents }) => sum + cents, 0);
  const waiting = [...battles.values()].filter(({ creator }) => creator === actor).length;
  const faults = [
    ...stakeFaults(model, entryCents, 0, nowMs(world)),
    ...(waiting >= MOST_WAITING ? ['TOO_MANY_BATTLES_WAIT'] : []),
  ];
  const body = { mode, caseIds: cases.map(({ id }) => id), seatCount, isTeams };
  const reply = await ask(world, person, ['POST', '/battles/create', body]);
  if (!isDone(reply, faults, 'a battle')) return [actor];
  takeStake(model, entryCents, 0, nowMs(world));
  const { id, expiresAt } = reply.body;
  const seats = [actor];
  battles.set(id, {
    id,
    mode,
    isTeams,
    seatCount,
    entryCents,
    creator: actor,
    seats,
    expiresMs: Date.parse(expiresAt),
  });
  return [actor];
};

const expired = (world: World, { expiresMs }: Battle) => (expiresMs <= nowMs(world) ? ['BATTLE_EXPIRED'] : []);

export const joinBattle: Step = async (world, actor) => {
  const { chance, battles } = world;
  const { person, model } = actor;
  if (battles.size === 0) return null;
  const battle = chance.pick([...battles.values()]);
  const faults = battle.seats.includes(actor)
    ? ['ALREADY_IN_BATTLE']
    : [...expired(world, battle), ...stakeFaults(model, battle.entryCents, 0, nowMs(world))];
  const reply = await ask(world, person, ['POST', `/battles/${battle.id}/join`, {}]);
  if (!isDone(reply, faults, 'a seat')) return [actor];
  takeStake(model, battle.entryCents, 0, nowMs(world));
  battle.seats.push(actor);
  return finishIfFull(world, battle, reply.body);
};

export const addBots: Step = async (world, actor) => {
  const { chance, battles } = world;
  const battle = [...battles.values()].find(({ creator }) => creator === actor);
  if (battle === undefined) return null;
  const free = battle.seatCount - battle.seats.length;
  const count = chance.between(1, 3);
  const faults = [
    ...expired(world, battle),
    ...(count > free ? ['TOO_FEW_FREE_SEATS'] : []),
    ...barFaults(actor.model, nowMs(world)),
  ];
  const reply = await ask(world, actor.person, ['POST', `/battles/${battle.id}/add-bots`, { count }]);
  if (!isDone(reply, faults, 'seats for bots')) return [actor];
  battle.seats.push(...Array<null>(count).fill(null));
  return finishIfFull(world, battle, reply.body);
};

interface Shown {
  status: string;
  rounds: { rolls: { seat: number; itemId: string; valueCents: string }[] }[];
  result: { winningTeam: number | null };
  tieBreak: { team: number | null };
}

function finishIfFull(world: World, battle: Battle, shown: Shown): Actor[] {
  const people = battle.seats.filter((seat) => seat !== null);
  assert.equal(shown.status, battle.seats.length === battle.seatCount ? 'COMPLETED' : 'WAITING');
  if (shown.status === 'WAITING') return people;
  world.battles.delete(battle.id);
  for (const { model } of people) model.wagered += battle.entryCents;
  if (battle.mode === 'SHARED') share(world, battle, shown);
  else giveToWinners(world, battle, shown);
  return people;
}

type Drop = Shown['rounds'][0]['rolls'][0];
const centsOf = (drops: readonly Drop[]) => drops.reduce((sum, { valueCents }) => sum + Number(valueCents), 0);
const drawnAt = ({ rounds }: Shown, seat: number) =>
  rounds.flatMap(({ rolls }) => rolls.filter((roll) => roll.seat === seat));

function share(world: World, { seats }: Battle, shown: Shown): void {
  const pot = centsOf(shown.rounds.flatMap(({ rolls }) => rolls));
  assert.equal(shown.result.winningTeam, null);
  for (const [place, seat] of seats.entries()) {
    const cents = Math.floor(pot / seats.length) + (place < pot % seats.length ? 1 : 0);
    if (seat === null) continue;
    seat.model.balance += cents;
    countWon(seat.model, cents, nowMs(world));
  }
}

function giveToWinners(world: World, battle: Battle, shown: Shown): void {
  const winning = winnerOf(battle, shown);
  for (const [place, winner] of battle.seats.entries()) {
    const seat = place + 1;
    if (winner === null || teamOf(battle, seat) !== winning) continue;
    // In a team it adds the own drops and those of the opposite seat; alone all of them.
    const opposite = seat > 2 ? seat - 2 : seat + 2;
    const from = battle.isTeams ? [seat, opposite] : battle.seats.map((_, index) => index + 1);
    const drops = from.flatMap((each) => drawnAt(shown, each));
    winner.model.arriving.push(...drops.map(({ itemId }) => itemId));
    countWon(winner.model, centsOf(drops), nowMs(world));
  }
}

const teamOf = ({ isTeams }: Battle, seat: number) => (isTeams ? Math.ceil(seat / 2) : seat);

/** The team with the most wins, in crazy that with the least; of several the one that the extra roll has named. */
function winnerOf(battle: Battle, shown: Shown): number {
  const scores = new Map<number, number>();
  for (let seat = 1; seat <= battle.seatCount; seat += 1) {
    const drawn = drawnAt(shown, seat);
    const team = teamOf(battle, seat);
    scores.set(team, (scores.get(team) ?? 0) + centsOf(battle.mode === 'TERMINAL' ? drawn.slice(-1) : drawn));
  }
  const best = battle.mode === 'CRAZY' ? Math.min(...scores.values()) : Math.max(...scores.values());
  const first = [...scores].flatMap(([team, score]) => (score === best ? [team] : []));
  const winning = first.length === 1 ? first[0] : shown.tieBreak.team;
  assert.ok(winning !== null && winning !== undefined && first.includes(winning), 'a tie is broken for nobody');
  assert.equal(shown.result.winningTeam, winning, 'another team has won');
  return winning;
}

function payBack(world: World, { id, seats, entryCents }: Battle): Actor[] {
  world.battles.delete(id);
  const people = seats.filter((seat) => seat !== null);
  for (const { model } of people) returnStake(model, entryCents, nowMs(world));
  return people;
}

export const cancelBattle: Step = async (world) => {
  const { chance, battles, admin } = world;
  if (battles.size === 0) return null;
  const battle = chance.pick([...battles.values()]);
  const reply = await ask(world, admin, ['POST', `/admin/battles/${battle.id}/cancel`, { reason: 'Simulated' }]);
  isDone(reply, [], 'the end of a battle');
  return payBack(world, battle);
};

export const sweepBattles: Step = async (world) => {
  await runJob(world, 'sweep-battles');
  const overdue = [...world.battles.values()].filter((battle) => expired(world, battle).length > 0);
  return overdue.flatMap((battle) => payBack(world, battle));
};
