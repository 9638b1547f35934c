import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SetUpTwoFactorAnswer } from '../../data/generated/api.ts';
import { invalidate, useAction } from '../../data/queries.ts';
import { ErrorLine } from '../errors/ErrorLine.tsx';
import { Icon } from '../icons/index.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useTexts } from '../texts/index.ts';
import { CodeField, isWholeCode } from './CodeField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './security.module.css';
import { securityTexts } from './texts.ts';

/**
 * Leads through the picture for the app, its first code and the recovery codes. Show it until `onEnd`, even when the
 * factor is on already, because the codes are not saved yet.
 */
export function SecondFactorEnrolment({ onBegin, onEnd }: { onBegin: () => void; onEnd: () => void }) {
  const texts = useTexts(securityTexts).enrol;
  const setUp = useAction('POST /payment/2fa/setup');
  const enable = useAction('POST /payment/2fa/enable');
  const finish = async () => {
    await invalidate('GET /payment/2fa');
    onEnd();
  };
  if (enable.data !== undefined) return <RecoveryCodes codes={enable.data.recoveryCodes} onSaved={finish} />;
  if (setUp.data !== undefined) {
    return (
      <ScanAndType
        secret={setUp.data}
        isBusy={enable.isPending}
        error={enable.error}
        onCode={(code) => enable.mutate({ body: { code } })}
      />
    );
  }
  return (
    <div className={classes.stack}>
      <p className={classes.hint}>{texts.why}</p>
      <Button
        leftSection={<Icon name="shieldCheck" />}
        loading={setUp.isPending}
        onClick={() => setUp.mutate({}, { onSuccess: onBegin })}
        className={classes.begin}
      >
        {texts.begin}
      </Button>
      <ErrorLine error={setUp.error} />
    </div>
  );
}

function ScanAndType({
  secret,
  isBusy,
  error,
  onCode,
}: {
  secret: SetUpTwoFactorAnswer;
  isBusy: boolean;
  error: unknown;
  onCode: (code: string) => void;
}) {
  const texts = useTexts(securityTexts).enrol;
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <div className={classes.enrolment}>
      <form className={classes.scan} onSubmit={submit}>
        <img className={classes.picture} src={secret.qrCode} alt={texts.picture} width={184} height={184} />
        <div className={classes.stack}>
          <div>
            <h3>1. {texts.scanTitle}</h3>
            <p className={classes.hint}>{texts.scan}</p>
          </div>
          <div>
            <p className={classes.hint}>{texts.byHand}</p>
            <code className={classes.key}>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton value={secret.secret} label={texts.copyKey} variant="subtle" />
          </div>
          <h3>2. {texts.typeTitle}</h3>
          <CodeField value={code} onChange={setCode} allowsRecovery={false} />
          <ErrorLine error={error} />
          <Button type="submit" loading={isBusy} disabled={!isWholeCode(code)}>
            {texts.turnOn}
          </Button>
        </div>
      </form>
    </div>
  );
}
