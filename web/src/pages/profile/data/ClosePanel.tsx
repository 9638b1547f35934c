import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../../data/api-error.ts';
import { useCloseAccount } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { texts as allTexts } from './texts.ts';

/** Closing must be confirmed by typing, and is refused with the list of open matters. */
export function ClosePanel() {
  const { close: texts, open: openTexts, errors } = useTexts(allTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const close = useCloseAccount();
  const open = isApiError(close.error) ? close.error.fields : [];
  const end = () => close.mutate(undefined, { onError: () => setIsOpen(false) });
  return (
    <Panel title={texts.title}>
      <div className={classes.form}>
        <p className={classes.hint}>{texts.why}</p>
        <p className={classes.hint}>{texts.first}</p>
        <ErrorLine error={close.error} texts={errors} />
        {open.length > 0 && (
          <div>
            <p className={classes.hint}>{texts.left}</p>
            <ul>
              {open.map(({ field, message }) => (
                <li key={field}>{openTexts[field] ?? `${field}: ${message}`}</li>
              ))}
            </ul>
          </div>
        )}
        <div className={classes.row}>
          <Button variant="default" color="red" onClick={() => setIsOpen(true)}>
            {texts.button}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.dialogTitle}
        confirmLabel={texts.confirm}
        isBusy={close.isPending}
        isReady={typed.trim().toUpperCase() === texts.word}
        onConfirm={end}
        onClose={() => setIsOpen(false)}
      >
        <div className={classes.form}>
          <p>{texts.dialogHint}</p>
          <TextInput
            label={texts.type(texts.word)}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
      </ConfirmDialog>
    </Panel>
  );
}
