import { HASH_MAX } from '../constants.ts';
import { widthOf } from '../outcomes/ranges.ts';
import { isUpgradeWon, upgradeThreshold } from '../outcomes/upgrade.ts';
import { orNull, readJson } from './read-json.ts';

/** The play was refused after its client seed had arrived; `GET /api/provably-fair/refusals` lists it. */
export interface RefusedPlay {
  id: string;
  serverSeedHash: string;
  nonce: number;
  clientSeed: string;
  code: string;
  /** ISO 8601. */
  at: string;
  game: string;
  /** This table says which roll would have given what. */
  terms: readonly (string | number | null)[];
  /** It is null until the nonce is rolled. */
  serverSeed: string | null;
  roll: number | null;
}

export function refusalFrom(answer: unknown): RefusedPlay {
  const refusal = readJson(answer);
  return {
    id: refusal.text('id'),
    serverSeedHash: refusal.text('serverSeedHash'),
    nonce: refusal.integer('nonce'),
    clientSeed: refusal.text('clientSeed'),
    code: refusal.text('code'),
    at: refusal.text('at'),
    game: refusal.text('game'),
    terms: refusal.parts('terms'),
    serverSeed: orNull(refusal, 'serverSeed', refusal.text),
    roll: orNull(refusal, 'roll', refusal.integer),
  };
}

/** Some of the rolls give this value. */
interface Outcome {
  rolls: number;
  value: bigint;
}

/**
 * Measures how lucky a refused play would have been: the share of rolls that give less, minus the share that give more.
 * It lies between -1 and 1 and is 0 on average whatever the odds, so plays of every kind can be added up.
 */
export interface Luck {
  luck: number;
  /** It is the variance of `luck` over all rolls. */
  variance: number;
}

function luckAmong(outcomes: readonly Outcome[], value: bigint): Luck {
  const luckOf = (of: bigint) =>
    outcomes.reduce((sum, { rolls, value: other }) => sum + (other < of ? rolls : other > of ? -rolls : 0), 0) /
    HASH_MAX;
  const variance = outcomes.reduce((sum, each) => sum + (each.rolls / HASH_MAX) * luckOf(each.value) ** 2, 0);
  return { luck: luckOf(value), variance };
}

export function luckOfUpgrade(chanceUnits: number, roll: number): Luck {
  const won = HASH_MAX - upgradeThreshold(chanceUnits) + 1;
  const outcomes = [
    { rolls: HASH_MAX - won, value: 0n },
    { rolls: won, value: 1n },
  ];
  return luckAmong(outcomes, isUpgradeWon(chanceUnits, roll) ? 1n : 0n);
}

export interface ValuedRange {
  hashRangeStart: number;
  hashRangeEnd: number;
  valueCents: bigint;
}

/** Values a case or a shot by its items. */
export function luckOfTable(table: readonly ValuedRange[], roll: number): Luck | null {
  const hit = table.find(({ hashRangeStart, hashRangeEnd }) => hashRangeStart <= roll && roll <= hashRangeEnd);
  if (hit === undefined) return null;
  return luckAmong(
    table.map((range) => ({ rolls: widthOf(range), value: range.valueCents })),
    hit.valueCents,
  );
}

/**
 * Returns the sum of the luck of refused plays in standard deviations. By Bernstein's inequality chance exceeds z with
 * a probability of at most exp(-z²/2), however few the plays are.
 */
export function excessOf(plays: readonly Luck[]): number {
  const luck = plays.reduce((sum, each) => sum + each.luck, 0);
  const variance = plays.reduce((sum, each) => sum + each.variance, 0);
  return luck === 0 ? 0 : luck / Math.sqrt(variance + Math.abs(luck) / 3);
}
