import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import type { Alert } from '../../data/generated/api.ts';
import { invalidate, useAction } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { ConfirmDialog } from '../../shared/parts/ConfirmDialog.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { AuditLink } from '../parts/AuditLink.tsx';
import { DecisionForm } from '../parts/DecisionForm.tsx';
import { Refusal } from '../parts/Refusal.tsx';
import { AlertHead } from './AlertHead.tsx';
import classes from './alerts.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { alertTexts } from './texts.ts';
import { useAlertWords } from './use-alert-words.ts';

export function AlertCard({ alert }: { alert: Alert }) {
  const texts = useTexts(alertTexts);
  const { meaning, action } = useAlertWords(alert);
  return (
    <article className={classes.card} data-level={alert.level} data-over={alert.resolvedAt !== null}>
      <AlertHead alert={alert} />
      <div className={classes.words}>
        {meaning !== null && <p>{meaning}</p>}
        {action !== null && (
          <p className={classes.action}>
            <strong>{texts.whatToDo}</strong> {action}
          </p>
        )}
        <details className={classes.figures}>
          <summary>{texts.figures}</summary>
          {/* The API writes it in English, with the figures of the moment. */}
          <p lang="en">{alert.message}</p>
          <dl>
            {Object.entries(alert.details).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
        <AlertHistory alert={alert} />
      </div>
      {alert.resolvedAt === null && <AlertActions alert={alert} />}
    </article>
  );
}

function AlertHistory({ alert }: { alert: Alert }) {
  const texts = useTexts(alertTexts);
  const { ago } = useFormat();
  const who = (id: string) => texts.administrator(id);
  return (
    <>
      {alert.acknowledgedAt !== null && alert.acknowledgedBy !== null && (
        <p className={classes.known}>
          <Icon name="eye" size={15} />
          <span>
            {texts.acknowledgedBy(who(alert.acknowledgedBy), ago(alert.acknowledgedAt))}: “{alert.acknowledgedReason}”
          </span>
          <AuditLink entity={{ type: 'alert', id: alert.id }} />
        </p>
      )}
      {alert.resolvedAt !== null && (
        <p className={classes.known}>
          <Icon name="check" size={15} />
          <span>
            {alert.resolvedBy === null
              ? texts.resolvedByItself(ago(alert.resolvedAt))
              : texts.resolvedBy(who(alert.resolvedBy), ago(alert.resolvedAt))}
          </span>
          {alert.resolvedBy !== null && <AuditLink entity={{ type: 'alert', id: alert.id }} />}
        </p>
      )}
    </>
  );
}

function AlertActions({ alert }: { alert: Alert }) {
  const texts = useTexts(alertTexts);
  const [doing, setDoing] = useState<'acknowledge' | 'resolve' | null>(null);
  const resolve = useAction('POST /admin/dashboard/alerts/{id}/resolve', ['GET /admin/dashboard/alerts']);
  const stop = () => setDoing(null);
  return (
    <>
      <div className={classes.buttons}>
        <PlaceLink kind={alert.kind} />
        {alert.acknowledgedAt === null && (
          <Button
            variant="default"
            size="compact-md"
            aria-expanded={doing === 'acknowledge'}
            onClick={() => setDoing(doing === 'acknowledge' ? null : 'acknowledge')}
          >
            {texts.acknowledge}
          </Button>
        )}
        <Button variant="subtle" size="compact-md" onClick={() => setDoing('resolve')}>
          {texts.resolve}
        </Button>
      </div>
      {doing === 'acknowledge' && (
        <DecisionForm
          decisions={[
            {
              id: 'acknowledge',
              label: texts.acknowledge,
              tone: 'go',
              effect: texts.acknowledgeEffect,
              run: (reason) =>
                call('POST /admin/dashboard/alerts/{id}/acknowledge', { params: { id: alert.id }, body: { reason } }),
            },
          ]}
          onDone={() => {
            stop();
            void invalidate('GET /admin/dashboard/alerts');
          }}
        />
      )}
      <ConfirmDialog
        isOpen={doing === 'resolve'}
        title={texts.resolveTitle}
        confirmLabel={texts.resolve}
        isBusy={resolve.isPending}
        onConfirm={() => resolve.mutate({ params: { id: alert.id } }, { onSuccess: stop })}
        onClose={stop}
      >
        <p>{texts.resolveHint}</p>
        <Refusal error={resolve.error} />
      </ConfirmDialog>
    </>
  );
}
