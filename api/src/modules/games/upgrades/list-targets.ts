import { percentOfChance } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Db } from '../../../platform/database/db.ts';
import { INT64_MAX } from '../../../platform/ids.ts';
import { listOf, listView, pageOf, pageQuery } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { flag, orNull, record, type Static, string } from '../../../platform/record.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { CategoryField, NullableExterior, RarityField } from '../../assets/items/index.ts';
import { PrizeItem, prizeItemView } from '../rolls/index.ts';
import { stakeNeeded, upgradeEdgeSetting } from './upgrades.records.ts';
import { chanceFor } from './upgrades.rules.ts';
import { findTargets, type TargetFilter } from './upgrades.sql.ts';

export interface TargetsDeps {
  db: Db;
  settings: Settings;
}

const AmountText = Type.String({
  pattern: '^[0-9]{1,19}$',
  format: 'int64',
  'x-fault': 'must be whole cents from 0 on, as a decimal string within 64 bits',
  examples: ['1500'],
});
const Multiplier = Type.String({
  pattern: '^[0-9]{1,5}(\\.[0-9]{1,2})?$',
  'x-fault': 'must be a number with at most 2 digits after the point',
  examples: ['2.5'],
});

export const TargetsQuery = pageQuery({
  minValueCents: Type.Optional({ ...AmountText, description: 'Worth at least so many BRL cents' }),
  maxValueCents: Type.Optional({ ...AmountText, description: 'Worth at most so many BRL cents' }),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name, in any case', examples: ['redline'] }),
  ),
  rarity: Type.Optional({ ...RarityField, description: 'Only those of this grade' }),
  weaponCategory: Type.Optional({ ...CategoryField, description: 'Only those of this category' }),
  stakeCents: Type.Optional({
    ...AmountText,
    description: 'Your possible stake in BRL cents: each target then has its chance',
  }),
  minMultiplier: Type.Optional({ ...Multiplier, description: 'Worth at least so many times `stakeCents`' }),
  maxMultiplier: Type.Optional({ ...Multiplier, description: 'Worth at most so many times `stakeCents`' }),
  sortOrder: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'By value' }),
  ),
});
type TargetsQuery = Static<typeof TargetsQuery>;

const Target = record('UpgradeTarget', 'An item that can be played for', {
  ...PrizeItem.properties,
  weaponCategory: Type.Unsafe<string>({ ...CategoryField, examples: ['SNIPER_RIFLE'] }),
  exterior: Type.Unsafe<string | null>({ ...NullableExterior, examples: ['FIELD_TESTED'] }),
  isStatTrak: flag('Whether it counts kills', false),
  chancePercent: orNull(
    string('Exact, in percent', '40.5'),
    'The chance of `stakeCents`; null where none was given, or this target cannot be played for with it',
  ),
});
export const TargetList = listOf(Target, {
  examples: [{ data: Target.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

/** The chances are computed as for an upgrade: by the present prices and the present share of the house. */
export async function listTargets({ db, settings }: TargetsDeps, query: TargetsQuery) {
  const page = pageOf(query);
  const { targets, total } = await findTargets(db, targetFilterOf(query), page);
  const edgePercent = settings.get(upgradeEdgeSetting);
  const stakeCents = query.stakeCents === undefined ? 0n : BigInt(query.stakeCents);
  const data = targets.map((target) => {
    const chanceUnits = chanceFor(stakeCents, target.valueCents, edgePercent);
    const chancePercent = chanceUnits === null ? null : percentOfChance(chanceUnits);
    return { ...target, ...prizeItemView(target), chancePercent };
  });
  return listView(data, page, total);
}

function targetFilterOf(query: TargetsQuery): TargetFilter {
  const { minValueCents = '1', maxValueCents = INT64_MAX, search, sortOrder = 'asc', rarity, weaponCategory } = query;
  const times = multipliedOf(query);
  return {
    // A multiple may be more than the database counts to.
    minValueCents: smallest(BigInt(INT64_MAX), largest(1n, BigInt(minValueCents), times.minCents ?? 0n)),
    maxValueCents: smallest(BigInt(INT64_MAX), BigInt(maxValueCents), times.maxCents ?? BigInt(INT64_MAX)),
    rarity: rarity ?? null,
    weaponCategory: weaponCategory ?? null,
    // Every name contains the empty text.
    search: search || null,
    sortOrder,
  };
}

const largest = (...all: readonly Cents[]) => all.reduce((one, other) => (other > one ? other : one));
const smallest = (...all: readonly Cents[]) => all.reduce((one, other) => (other < one ? other : one));

/** The values that the multipliers allow; 400 without a stake to multiply. */
function multipliedOf({ stakeCents, minMultiplier, maxMultiplier }: TargetsQuery) {
  if (minMultiplier === undefined && maxMultiplier === undefined) return { minCents: null, maxCents: null };
  if (stakeCents === undefined) throw stakeNeeded(minMultiplier === undefined ? 'maxMultiplier' : 'minMultiplier');
  const hundredths = (multiplier: string) => {
    const [whole = '0', part = ''] = multiplier.split('.');
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  };
  const timesStake = (multiplier: string) => BigInt(stakeCents) * hundredths(multiplier);
  return {
    minCents: minMultiplier === undefined ? null : (timesStake(minMultiplier) + 99n) / 100n,
    maxCents: maxMultiplier === undefined ? null : timesStake(maxMultiplier) / 100n,
  };
}
