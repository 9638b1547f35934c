import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { QUICKNET } from '../beacon/chain.ts';
import { isSigned } from '../beacon/signature.ts';
import { verifyBattle } from './battle.ts';
import { battleFrom } from './battle-answer.ts';
import { verifyRaffle } from './raffle.ts';
import { raffleFrom, ticketsFrom } from './raffle-answer.ts';

interface Games {
  battles: Record<string, unknown>[];
  raffles: { raffle: Record<string, unknown>; tickets: string }[];
}

const games: Games = JSON.parse(readFileSync(new URL('../../vectors/games.json', import.meta.url), 'utf8'));
const trust = { isSigned, chain: QUICKNET };
const battles = games.battles.map(battleFrom);

test('every battle that was computed elsewhere is what the rules here say', () => {
  for (const battle of battles) {
    const { valid, parts, title, unchecked } = verifyBattle(battle, null, trust);
    const hasBots = battle.seats.some(({ isBot }) => isBot);
    const wrong = parts.flatMap((part) =>
      part.steps.filter(({ ok }) => !ok).map(({ name }) => `${part.title} ${name}`),
    );
    // Nothing was asked of the public log, and the server named the round of an earlier battle.
    const isChecked = !hasBots && battle.beacon === null;
    assert.deepEqual([valid, wrong, unchecked.length > 0], [isChecked, [], !isChecked], title);
  }
});

test('the battles of the vectors are of every kind', () => {
  const kinds = (kindOf: (battle: (typeof battles)[number]) => unknown) =>
    [...new Set(battles.map(kindOf).map(String))].sort();
  assert.deepEqual(
    kinds(({ mode, isTeams }) => `${mode}${isTeams ? ' in teams' : ''}`),
    [
      'CRAZY',
      'CRAZY in teams',
      'NORMAL',
      'NORMAL in teams',
      'SHARED',
      'SHARED in teams',
      'TERMINAL',
      'TERMINAL in teams',
    ],
  );
  assert.deepEqual(
    kinds(({ seatCount }) => seatCount),
    ['2', '3', '4'],
  );
  assert.deepEqual(
    kinds(({ tie, beacon }) => [tie.contenders !== null, beacon !== null]),
    ['false,false', 'false,true', 'true,false', 'true,true'],
  );
  assert.deepEqual(
    kinds(({ rolls }) => rolls.flat().some(({ isFlip }) => isFlip)),
    ['false', 'true'],
  );
  assert.deepEqual(
    kinds(({ rolls }) => [...new Set(rolls.flat().map(({ clientSeedSource }) => clientSeedSource))].sort()),
    ['ACCOUNT,DERIVED', 'ACCOUNT,DERIVED,REQUEST', 'BEACON', 'DERIVED', 'DERIVED,REQUEST', 'REQUEST', 'REQUEST,SERVER'],
  );
  const leftCents = battles.map(({ mode, potCents, seatCount }) => mode === 'SHARED' && potCents % BigInt(seatCount));
  assert.ok(leftCents.includes(1n) && leftCents.includes(2n));
  const tieRolls = battles.flatMap(({ tie }) => tie.contenders && `${tie.roll} of ${tie.contenders.length}`);
  for (const roll of ['1 of 2', '2 of 2', '2 of 4', '3 of 4', '4 of 4']) assert.ok(tieRolls.includes(roll), roll);
});

test('every raffle that was computed elsewhere is what the rules here say', () => {
  for (const { raffle, tickets } of games.raffles) {
    const drawn = raffleFrom(raffle);
    const { valid, parts, title } = verifyRaffle(drawn, tickets, null, trust);
    const wrong = parts.flatMap((part) =>
      part.steps.filter(({ ok }) => !ok).map(({ name }) => `${part.title} ${name}`),
    );
    assert.deepEqual([valid, wrong], [drawn.beacon === null, []], title);
  }
});

test('a list of tickets is read into ranges, and a faulty line is named', () => {
  assert.deepEqual(ticketsFrom('1:7\n2:7\n3:9\n4:7\n'), [
    { userId: '7', firstTicket: 1, count: 2 },
    { userId: '9', firstTicket: 3, count: 1 },
    { userId: '7', firstTicket: 4, count: 1 },
  ]);
  assert.deepEqual(ticketsFrom(''), []);
  for (const [list, named] of [
    ['1:7\n3:7\n', /^line 2 must be '2:<user id>', not '3:7'/],
    ['1:7\r\n', /^line 1 /],
    ['01:7\n', /^line 1 /],
    ['1:7\n\n2:7\n', /^line 2 /],
    ['1:\n', /^line 1 /],
    ['<html>', /^line 1 /],
  ] as const) {
    assert.throws(() => ticketsFrom(list), { message: named });
  }
});

test('a million tickets are read and drawn', () => {
  let tickets = '';
  for (let ticket = 1; ticket <= 1_000_000; ticket += 1) tickets += `${ticket}:${(ticket * 7919) % 300_007}\n`;
  const prizes = [{ displayOrder: 0, nonce: 1, serverSeedHash: '', serverSeed: 'ab' }];
  const told = { id: '1', status: 'COMPLETED', randomness: 'server', ticketsSold: 1_000_000, prizes };
  const { parts } = verifyRaffle(raffleFrom(told), tickets, null);
  assert.equal(parts[0]?.steps[0]?.ok, true);
  assert.match(parts[1]?.result ?? '', /^roll \d+ of 1000000: ticket \d+ of user \d+$/);
});
