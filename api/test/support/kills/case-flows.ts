import { strict as assert } from 'node:assert';
import { findPlayableCase } from '../../../src/modules/games/cases/catalogue/cases.sql.ts';
import { createOpenCases, playCases } from '../../../src/modules/games/cases/openings/open-cases.ts';
import { caseGame } from '../../../src/modules/games/cases/openings/openings.game.ts';
import {
  type OpenCommand,
  type OpenedCases,
  openedView,
} from '../../../src/modules/games/cases/openings/openings.records.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import { type Keyed, writeManyOnce } from '../../../src/platform/database/idempotency.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { playDepsOf } from '../play-deps.ts';
import { type FlowOf, onceOf } from './user-flows.ts';

export type CaseFlow = FlowOf<{
  openCases: { caseId: Id<'case'>; quantity: number };
  /** In one transaction with another player, who has no money, and a third one, who has none of the keys. */
  openTogether: { caseId: Id<'case'>; poorId: Id<'user'>; keylessId: Id<'user'> };
}>;

export async function runFlow(db: Db, flow: CaseFlow): Promise<void> {
  const find = (caseId: Id<'case'>) => findPlayableCase(db, caseId);
  const catalogue = { find, findNow: find };
  if (flow.name === 'openTogether') return openTogether(db, flow);
  const openCases = createOpenCases({ ...playDepsOf(caseGame), db, catalogue });
  const command = { userId: flow.userId, clientSeed: null, expected: { priceCents: null, versionNumber: null } };
  await openCases({ ...command, ...flow.command }, onceOf(flow, openedView));
}

/** As a batch of requests is run, whose first one is the flow's own. */
async function openTogether(db: Db, flow: CaseFlow & { name: 'openTogether' }): Promise<void> {
  const { caseId, poorId, keylessId } = flow.command;
  const playable = await findPlayableCase(db, caseId);
  assert(playable !== null);
  const of = (userId: Id<'user'>, once: Keyed<OpenCommand, OpenedCases>['once']) => ({
    command: { userId, playable, quantity: 1, clientSeed: null },
    once,
  });
  const [first] = await writeManyOnce(
    db,
    [
      of(flow.userId, onceOf(flow, openedView)),
      of(poorId, onceOf({ ...flow, userId: poorId }, openedView)),
      of(keylessId, null),
    ],
    (tx, commands) => playCases(playDepsOf(caseGame), tx, commands),
  );
  if (first !== undefined && 'refused' in first) throw first.refused;
}
