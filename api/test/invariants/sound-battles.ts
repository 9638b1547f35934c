import assert from 'node:assert/strict';
import type { Id } from '../../src/platform/ids.ts';
import type { TestApp } from '../support/app.ts';
import { ALL_ROUNDS, type TestBeacon } from '../support/beacon.ts';
import type { createCall, Reply } from '../support/calls.ts';
import type { Person } from '../support/people.ts';

type Ask = (...args: Parameters<ReturnType<typeof createCall>>) => Promise<Reply['body']>;

interface Players {
  admin: Person;
  player: Person;
  other: Person;
}

interface BattleCases {
  caseId: Id<'case'>;
  flippingCaseId: Id<'case'>;
  /** Gives the same whatever is rolled. */
  evenCaseId: Id<'case'>;
}

/** Battles of every mode and state, with a tie, won and lost against bots, and by a beacon. */
export async function playBattles(
  { app, beacon, ask }: { app: TestApp; beacon: TestBeacon; ask: Ask },
  { admin, player, other }: Players,
  { caseId, flippingCaseId, evenCaseId }: BattleCases,
): Promise<void> {
  const create = async (more: object = {}): Promise<string> =>
    (await ask(player, 'POST', '/battles/create', { mode: 'NORMAL', caseIds: [caseId, flippingCaseId], ...more })).id;
  const join = (id: string, body: object = {}) => ask(other, 'POST', `/battles/${id}/join`, body);
  const addBots = (id: string, count: number, more: object = {}) =>
    ask(player, 'POST', `/battles/${id}/add-bots`, { count, ...more });
  for (const mode of ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED']) await join(await create({ mode, clientSeed: 'mine' }));
  assert.notEqual((await join(await create({ caseIds: [evenCaseId] }))).tieBreak.roll, null);
  await winAndLose(async () => {
    const { result, tieBreak } = await addBots(await create(), 1);
    return tieBreak.roll === null ? result.winningTeam : null;
  });
  for (const mode of ['NORMAL', 'SHARED']) {
    const id = await create({ mode, isTeams: mode === 'NORMAL', seatCount: mode === 'NORMAL' ? 4 : 3 });
    await join(id);
    await addBots(id, mode === 'NORMAL' ? 2 : 1, { clientSeed: 'given with the bots' });
  }
  await ask(other, 'PUT', '/user/client-seed', { clientSeed: 'of the account' });
  await join(await create());
  await ask(other, 'PUT', '/user/client-seed', { clientSeed: null });
  const cancelled = await create({ seatCount: 4 });
  await join(cancelled);
  await addBots(cancelled, 1);
  await ask(admin, 'POST', `/admin/battles/${cancelled}/cancel`, { reason: 'A test' });
  await create({ isPrivate: true, seatCount: 3 });
  const byBeacon = await create({ randomness: 'drand', caseIds: [evenCaseId] });
  await join(byBeacon);
  beacon.published = ALL_ROUNDS;
  await app.jobSets.flatMap(({ tasks }) => tasks['finish-battle'] ?? [])[0]?.({ battleId: byBeacon });
  await join(await create({ randomness: 'drand' }));
}

async function winAndLose(play: () => Promise<number | null>): Promise<void> {
  for (const winners = new Set<number>(); winners.size < 2; ) {
    const winner = await play();
    if (winner !== null) winners.add(winner);
  }
}
