import { findPlayableCase } from '../../../src/modules/games/cases/catalogue/playable-cases.sql.ts';
import { createOpenCases } from '../../../src/modules/games/cases/openings/open-cases.ts';
import { caseGame } from '../../../src/modules/games/cases/openings/openings.game.ts';
import { openedView } from '../../../src/modules/games/cases/openings/openings.schemas.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { playDepsOf } from '../play-deps.ts';
import { type FlowOf, onceOf } from './user-flows.ts';

export type CaseFlow = FlowOf<{ openCases: { caseId: Id<'case'>; quantity: number } }>;

export async function runFlow(db: Db, flow: CaseFlow): Promise<void> {
  const find = (caseId: Id<'case'>) => findPlayableCase(db, caseId);
  const catalogue = { find, findNow: find };
  const openCases = createOpenCases({ ...playDepsOf(caseGame), db, catalogue });
  const command = { userId: flow.userId, clientSeed: null, expected: { priceCents: null, versionNumber: null } };
  await openCases({ ...command, ...flow.command }, onceOf(flow, openedView));
}
