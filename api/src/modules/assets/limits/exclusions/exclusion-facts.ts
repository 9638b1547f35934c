import type { PersonFact } from '../../../../platform/personal-data/person-facts.ts';
import { lockPlayGuard, readPlayGuard, updatePlayBar } from '../../wallet/index.ts';
import type { ExclusionKind } from '../limits.types.ts';
import { runningBar } from './exclude-oneself.ts';
import { insertExclusion } from './exclusions.sql.ts';

interface KeptExclusion {
  kind: ExclusionKind;
  endsAt: string;
}

/** The bar stays with the person: closing an account is no way around it. */
export const exclusionFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const bar = runningBar(await readPlayGuard(tx, userId), now);
    if (bar === null) return null;
    const value: KeptExclusion = { kind: bar.kind, endsAt: bar.until.toISOString() };
    return { value, until: bar.until };
  },
  bring: async (tx, userId, { value }, now) => {
    const { kind, endsAt: end } = value as KeptExclusion;
    const endsAt = new Date(end);
    await lockPlayGuard(tx, userId);
    await Promise.all([
      updatePlayBar(tx, userId, kind, endsAt),
      insertExclusion(tx, { userId, kind, startsAt: now, endsAt, isBrought: true }),
    ]);
  },
};
