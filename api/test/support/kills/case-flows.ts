import { findPlayableCase } from '../../../src/modules/games/cases/catalogue/playable-cases.sql.ts';
import { createOpenCases } from '../../../src/modules/games/cases/openings/open-cases.ts';
import { openedView } from '../../../src/modules/games/cases/openings/openings.schemas.ts';
import { earnFromWagers } from '../../../src/modules/games/events/pass/earn-from-wagers.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { testSeedSeal as seedSeal } from '../committed-seeds.ts';
import { type FlowOf, onceOf } from './user-flows.ts';

export type CaseFlow = FlowOf<{ openCases: { caseId: Id<'case'>; quantity: number } }>;

export async function runFlow(db: Db, flow: CaseFlow): Promise<void> {
  const find = (caseId: Id<'case'>) => findPlayableCase(db, caseId);
  const catalogue = { find, findNow: find };
  const openCases = createOpenCases({
    db,
    clock,
    seedSeal,
    catalogue,
    earn: earnFromWagers,
    onOpened: () => undefined,
  });
  const command = { userId: flow.userId, clientSeed: null, expected: { priceCents: null, versionNumber: null } };
  await openCases({ ...command, ...flow.command }, onceOf(flow, openedView));
}
