import { Type } from 'typebox';
import { defineEvent } from '../../../../platform/realtime/events.ts';
import { idOf, timeOf } from '../../../../platform/schemas.ts';
import { AlertLevelField } from '../../../people/alerts/index.ts';
import { QueuesView } from '../queues/queues.schemas.ts';

export const queuesChanged = defineEvent({
  name: 'admin:queues',
  audience: 'administrators',
  description: 'What waits for administrators has changed, and is now as `GET /api/admin/queues` gives it.',
  payload: QueuesView,
});

export const alertsChanged = defineEvent({
  name: 'admin:alerts',
  audience: 'administrators',
  description:
    'Alerts were raised, raised again, acknowledged or resolved: `GET /api/admin/dashboard/alerts` lists what is open.',
  payload: Type.Object(
    {
      open: Type.Integer({ description: 'Alerts that are open now' }),
      changed: Type.Array(
        Type.Object(
          {
            id: idOf('Id of the alert'),
            level: AlertLevelField,
            kind: Type.String({ description: 'For programs' }),
            title: Type.String({ description: 'What it is about' }),
          },
          { title: 'ChangedAlert', description: 'An open alert that is new, or is not as it was' },
        ),
        { description: 'Those that were raised or acknowledged, the newest first' },
      ),
      resolved: Type.Array(idOf('Id of the alert'), { description: 'Those that are over' }),
    },
    {
      title: 'AlertsChanged',
      examples: [
        {
          open: 3,
          changed: [{ id: '9', level: 'CRITICAL', kind: 'ORDER_STUCK', title: 'An order is not settled' }],
          resolved: ['7'],
        },
      ],
    },
  ),
});

export const figuresChanged = defineEvent({
  name: 'admin:figures',
  audience: 'administrators',
  description:
    'Something was booked since the last one of these, at most once a second: figures of today have changed.',
  payload: Type.Object(
    { at: timeOf('When it was noticed') },
    { title: 'FiguresChanged', examples: [{ at: '2026-11-15T12:00:00.000Z' }] },
  ),
});
