import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Day, parseDay } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { StoredFact } from '../../../platform/personal-data/person-facts.ts';
import { findBrought } from './person-facts.sql.ts';

export type DayCents = ReadonlyMap<Day, Cents>;

export async function readBroughtDays(db: Db | Tx, userId: Id<'user'>, name: string): Promise<DayCents> {
  const fact = await findBrought(db, userId, name);
  const entries = Object.entries((fact?.value ?? {}) as Record<string, string>);
  return new Map(entries.map(([day, cents]) => [parseDay(day), BigInt(cents)]));
}

export const centsSince = (days: DayCents, first: Day): Cents =>
  [...days].reduce((sum, [day, cents]) => (day >= first ? sum + cents : sum), 0n);

export function keptDays(
  brought: DayCents,
  own: DayCents,
  { first, until }: { first: Day; until: Date },
): StoredFact<Record<Day, string>> | null {
  const sums = new Map<Day, Cents>();
  for (const [day, cents] of [...brought, ...own]) {
    if (day >= first && cents > 0n) sums.set(day, (sums.get(day) ?? 0n) + cents);
  }
  if (sums.size === 0) return null;
  const value = Object.fromEntries([...sums].map(([day, cents]) => [day, cents.toString()]));
  return { value: value as Record<Day, string>, until };
}
