import type { Tx } from '../../../../platform/database/db.ts';
import { findUsableItems } from '../../../assets/items/index.ts';
import { unsoundEvent } from '../events.errors.ts';
import type { EventContents, EventFault, EventFields, ShootTable } from '../events.types.ts';
import { itemIdsOf, planContents, timeFaults } from './event-contents.rules.ts';

/**
 * Gives the tables of the shots in ranges, or 422 with every fault and its place. No item is locked, since one may be
 * archived at any time after as well. `more` are faults that were found elsewhere and are reported together.
 */
export async function checkContents(
  tx: Tx,
  fields: Pick<EventFields, 'startsAt' | 'endsAt'>,
  contents: EventContents,
  more: readonly EventFault[] = [],
): Promise<ShootTable[]> {
  const usableIds = await findUsableItems(tx, itemIdsOf(contents));
  const { tables, faults } = planContents(contents, usableIds);
  const allFaults = [...timeFaults(fields), ...more, ...faults];
  if (allFaults.length > 0) throw unsoundEvent(allFaults);
  return tables;
}
