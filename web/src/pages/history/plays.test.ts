import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOutcome, type LoadedPlays, mergePlays, type Play } from './plays.ts';

const play = (game: Play['game'], minute: number, more: Partial<Play> = {}): Play => ({
  key: `${game}:${minute}`,
  game,
  createdAt: new Date(Date.UTC(2026, 10, 15, 12, minute)).toISOString(),
  what: '',
  note: null,
  item: null,
  state: 'won',
  paidCents: '100',
  receivedCents: '150',
  verify: null,
  ...more,
});
const loaded = (game: Play['game'], minutes: readonly number[], hasMore: boolean): LoadedPlays => ({
  game,
  plays: minutes.map((minute) => play(game, minute)),
  hasMore,
});
const keysOf = ({ plays }: { plays: readonly Play[] }) => plays.map(({ key }) => key);

test('all games are in one list, newest first', () => {
  const merged = mergePlays([loaded('caixas', [9, 3], false), loaded('upgrades', [7, 5], false)]);
  assert.deepEqual(keysOf(merged), ['caixas:9', 'upgrades:7', 'upgrades:5', 'caixas:3']);
  assert.equal(merged.next, null);
});

test('the list ends where a game that is not loaded whole might have played something', () => {
  const merged = mergePlays([loaded('caixas', [9, 8], true), loaded('upgrades', [10, 1], false)]);
  assert.deepEqual(keysOf(merged), ['upgrades:10', 'caixas:9', 'caixas:8']);
  assert.equal(merged.next, 'caixas');
});

test('of several games the one that ends first is loaded first', () => {
  const merged = mergePlays([loaded('caixas', [9, 2], true), loaded('upgrades', [8, 6], true)]);
  assert.deepEqual(keysOf(merged), ['caixas:9', 'upgrades:8', 'upgrades:6']);
  assert.equal(merged.next, 'upgrades');
});

test('a play has won more or less than it cost, or neither while nobody knows', () => {
  assert.ok(hasOutcome(play('caixas', 1), 'ganhos'));
  assert.ok(hasOutcome(play('caixas', 1, { receivedCents: '99' }), 'perdas'));
  for (const more of [{ receivedCents: null }, { paidCents: null }, { state: 'cancelled' as const }]) {
    assert.ok(!hasOutcome(play('batalhas', 1, more), 'ganhos') && !hasOutcome(play('batalhas', 1, more), 'perdas'));
    assert.ok(hasOutcome(play('batalhas', 1, more), 'todos'));
  }
});
