import { Link } from '@tanstack/react-router';
import { call } from '../../../data/api.ts';
import type { Suspicion } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { riskTexts } from '../../parts/risk-texts.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import type { QueueDrawer } from '../../queues/QueueScreen.tsx';
import { RecentTransfers } from '../../queues/RecentTransfers.tsx';
import { RecordDrawer } from '../../queues/RecordDrawer.tsx';
import { Facts, RecordHead } from '../../queues/RecordHead.tsx';
import { STATE_TONES, useMeasure } from './measure.ts';
import { texts as ownTexts } from './texts.ts';

/** A review needs a note; actions about the person are on their page. */
export function SuspicionDrawer({ suspicion, given }: { suspicion: Suspicion; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const { reasons } = useTexts(riskTexts);
  const { dateTime, ago } = useFormat();
  const measureOf = useMeasure();
  const { id, userId, username, reason, state, review } = suspicion;
  const what = texts.what(id, username);
  const entity = { type: 'user', id: userId };
  const user = (
    <Link to="/admin/usuarios/$id" params={{ id: userId }}>
      {texts.user}
    </Link>
  );
  return (
    <RecordDrawer
      what={what}
      number={id}
      entity={entity}
      place={given.place}
      badge={<StatusBadge tone={STATE_TONES[state]}>{texts.states[state]}</StatusBadge>}
      onClose={given.close}
    >
      <RecordHead name={username} note={`#${userId}`} sum={reasons[reason]} sumNote={user} />
      <Facts
        facts={[
          [texts.figures, measureOf(suspicion)],
          [texts.opened, dateTime(suspicion.openedAt)],
          [texts.found, dateTime(suspicion.lastFoundAt)],
          [texts.reviewed, review === null ? null : `${review.note} (${texts.reviewedBy(review.by, ago(review.at))})`],
        ]}
      />
      <RiskPanel userId={userId} />
      <RecentTransfers userId={userId} />
      {state === 'OPEN' && (
        <DecisionForm
          ref={given.form}
          reasonHint={texts.noteHint}
          decisions={[
            {
              id: 'review',
              label: texts.review,
              shortcut: 'a',
              tone: 'go',
              effect: texts.reviewEffect,
              run: (note) =>
                call('POST /admin/fraud/suspects/{id}/review', { params: { id }, body: { note } }).then(() =>
                  invalidate('GET /admin/fraud/suspects', 'GET /admin/users/{id}/risk'),
                ),
            },
          ]}
          onDone={(decided) => given.decided({ ...decided, what, entity })}
        />
      )}
    </RecordDrawer>
  );
}
