import type { Tx } from '../../../platform/db.ts';
import { contentsFaults, itemIdsOf, timeFaults } from './event-contents.rules.ts';
import { findUsableItems } from './event-contents.sql.ts';
import { unsoundEvent } from './events.errors.ts';
import type { EventContents, EventFault, EventFields } from './events.types.ts';

/**
 * 422 with every fault and its place. No item is locked, since one may be archived at any time after as well. `more` are
 * faults that were found elsewhere and are told together.
 */
export async function checkContents(
  tx: Tx,
  fields: Pick<EventFields, 'startsAt' | 'endsAt'>,
  contents: EventContents,
  more: readonly EventFault[] = [],
): Promise<void> {
  const usableIds = await findUsableItems(tx, itemIdsOf(contents));
  const faults = [...timeFaults(fields), ...more, ...contentsFaults(contents, usableIds)];
  if (faults.length > 0) throw unsoundEvent(faults);
}
