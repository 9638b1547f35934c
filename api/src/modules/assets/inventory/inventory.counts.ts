import { defineCount } from '../../../platform/observability/metrics.ts';
import { INVENTORY_STATUSES } from './inventory.types.ts';

export const itemsGiven = defineCount({
  name: 'lisura_items_given_total',
  help: 'Items that users were given, by what they came from',
  label: 'source',
});
export const itemsMoved = defineCount(
  {
    name: 'lisura_items_moved_total',
    help: 'Items that have changed their status, by the new one',
    label: 'status',
  },
  INVENTORY_STATUSES,
);
