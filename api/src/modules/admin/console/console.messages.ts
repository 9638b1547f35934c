import { Type } from 'typebox';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { id, integer, listOf, record, string, time } from '../../../platform/record.ts';
import { AlertLevelField } from '../../people/alerts/index.ts';
import { Queues } from './queues.records.ts';

export const queuesChanged = defineEvent({
  name: 'admin:queues',
  audience: 'administrators',
  description: 'What waits for administrators has changed, and is now as `GET /api/admin/queues` gives it.',
  payload: Queues,
});

const ChangedAlert = record('ChangedAlert', 'An open alert that is new, or is not as it was', {
  id: id<'alert'>('Id of the alert'),
  level: { ...AlertLevelField, examples: ['CRITICAL'] },
  kind: string('For programs', 'ORDER_STUCK'),
  title: string('What it is about', 'An order is not settled'),
});

export const alertsChanged = defineEvent({
  name: 'admin:alerts',
  audience: 'administrators',
  description:
    'Alerts were raised, raised again, acknowledged or resolved: `GET /api/admin/dashboard/alerts` lists what is open.',
  payload: Type.Object(
    {
      open: integer('Alerts that are open now', 3),
      changed: listOf(ChangedAlert, 'Those that were raised or acknowledged, the newest first'),
      resolved: listOf(id<'alert'>('Id of the alert'), 'Those that are over'),
    },
    { title: 'AlertsChanged', examples: [{ open: 3, changed: ChangedAlert.examples, resolved: ['7'] }] },
  ),
});

export const figuresChanged = defineEvent({
  name: 'admin:figures',
  audience: 'administrators',
  description:
    'Something was booked since the last one of these, at most once a second: figures of today have changed.',
  payload: record('FiguresChanged', 'Figures that have changed', { at: time('When it was noticed') }),
});
