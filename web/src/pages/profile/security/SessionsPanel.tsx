import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../data/generated/api.ts';
import { apiQuery, useAction } from '../../../data/queries.ts';
import { useLogOut } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { deviceOf, maskIp } from '../../../shared/security/device-of.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './security.module.css';
import { texts as allTexts } from './texts.ts';

/** This device comes first; one session can be ended, or all. */
export function SessionsPanel() {
  const texts = useTexts(allTexts).sessions;
  const query = useQuery(apiQuery('GET /auth/sessions'));
  const [isAsking, setIsAsking] = useState(false);
  const end = useAction('DELETE /auth/sessions/{sessionId}', ['GET /auth/sessions', 'GET /audit/my-logs']);
  const endAll = useLogOut();
  const ask = () => {
    endAll.reset();
    setIsAsking(true);
  };
  const all = (
    <Button variant="default" onClick={ask}>
      {texts.all}
    </Button>
  );
  return (
    <Panel title={texts.title} aside={all} padded={false}>
      <ul className={classes.sessions}>
        <QueryState query={query} loading={<Skeletons count={1} height={60} />}>
          {({ sessions }) =>
            sessions
              .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
              .map((session) => (
                <Device
                  key={session.id}
                  session={session}
                  isBusy={end.isPending && end.variables.params.sessionId === session.id}
                  onEnd={() => end.mutate({ params: { sessionId: session.id } })}
                />
              ))
          }
        </QueryState>
      </ul>
      <ErrorLine error={end.error} />
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.allTitle}
        confirmLabel={texts.all}
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate(true)}
        onClose={() => setIsAsking(false)}
      >
        <p>{texts.allHint}</p>
        <ErrorLine error={endAll.error} />
      </ConfirmDialog>
    </Panel>
  );
}

function Device({ session, isBusy, onEnd }: { session: Session; isBusy: boolean; onEnd: () => void }) {
  const texts = useTexts(allTexts).sessions;
  const { ago, dateTime } = useFormat();
  const { browser, system, isPhone } = deviceOf(session.userAgent);
  const name = browser !== null && system !== null ? texts.on(browser, system) : (browser ?? texts.unknown);
  return (
    <li data-current={session.isCurrent || undefined}>
      <Icon name={isPhone ? 'phone' : 'laptop'} size={22} />
      <span className={classes.device}>
        <strong>{name}</strong>
        <small>
          {maskIp(session.ip)} · {texts.since(dateTime(session.createdAt))}
        </small>
      </span>
      {session.isCurrent ? (
        <Badge tone="accent">{texts.here}</Badge>
      ) : (
        <>
          <small>{texts.used(ago(session.lastActivity))}</small>
          <Button variant="subtle" loading={isBusy} aria-label={texts.endLabel(name)} onClick={onEnd}>
            {texts.end}
          </Button>
        </>
      )}
    </li>
  );
}
