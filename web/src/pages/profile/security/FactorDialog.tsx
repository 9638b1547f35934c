import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import { useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { useFocusBack } from '../../../shared/parts/use-focus-back.ts';
import { CodeField, isWholeCode } from '../../../shared/security/CodeField.tsx';
import { RecoveryCodes } from '../../../shared/security/RecoveryCodes.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { texts as allTexts } from './texts.ts';

/** Replaces the recovery codes or switches the factor off; both need a code. */
export function FactorDialog({ act, onClose }: { act: 'renew' | 'disable'; onClose: () => void }) {
  const texts = useTexts(allTexts).factor;
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={act === 'renew' ? texts.renewTitle : texts.disableTitle}>
      {act === 'renew' ? <Renew onClose={onClose} /> : <Disable onClose={onClose} />}
    </Modal>
  );
}

function Renew({ onClose }: { onClose: () => void }) {
  const texts = useTexts(allTexts).factor;
  const renew = useAction('POST /payment/2fa/recovery-codes', ['GET /payment/2fa', 'GET /audit/my-logs']);
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onSaved={onClose} />;
  return (
    <CodeForm
      hint={texts.renewHint}
      button={texts.renewButton}
      allowsRecovery={false}
      isBusy={renew.isPending}
      error={renew.error}
      onCode={(code) => renew.mutate({ body: { code } })}
    />
  );
}

function Disable({ onClose }: { onClose: () => void }) {
  const texts = useTexts(allTexts).factor;
  const { number } = useFormat();
  const hours = useConfig()?.withdrawals.waitHours ?? 24;
  const disable = useAction('POST /payment/2fa/disable', ['GET /payment/2fa', 'GET /audit/my-logs']);
  return (
    <CodeForm
      hint={texts.disableHint(number(hours))}
      button={texts.disableButton}
      allowsRecovery
      isBusy={disable.isPending}
      error={disable.error}
      onCode={(code) => disable.mutate({ body: { code } }, { onSuccess: onClose })}
    />
  );
}

function CodeForm({
  hint,
  button,
  allowsRecovery,
  isBusy,
  error,
  onCode,
}: {
  hint: string;
  button: string;
  allowsRecovery: boolean;
  isBusy: boolean;
  error: unknown;
  onCode: (code: string) => void;
}) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.hint}>{hint}</p>
      <CodeField value={code} onChange={setCode} allowsRecovery={allowsRecovery} />
      <ErrorLine error={error} />
      <Button type="submit" disabled={!isWholeCode(code)} loading={isBusy}>
        {button}
      </Button>
    </form>
  );
}
