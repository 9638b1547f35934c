import { Button, Group, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import type { PlayerLimit, SetLimitsBody } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { useFocusBack } from '../../../shared/parts/use-focus-back.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './limits.module.css';
import type { EditedLimit } from './limits.types.ts';
import { texts as allTexts } from './texts.ts';

const FIELDS = { day: 'dayCents', week: 'weekCents', month: 'monthCents' } as const;

/** Sets, changes or removes one limit; lower counts at once, higher later, and it says so before. */
export function LimitDialog({
  edited,
  limit,
  onClose,
}: {
  edited: EditedLimit;
  limit: PlayerLimit;
  onClose: () => void;
}) {
  const texts = useTexts(allTexts);
  const { money, number, decimal } = useFormat();
  const hours = useConfig()?.protection.raiseHours ?? 24;
  const [text, setText] = useState(limit.limitCents === null ? '' : decimal(limit.limitCents));
  const change = useAction('PUT /user/limits', ['GET /user/limits', 'GET /payment/allowance']);
  useFocusBack();
  const cents = parseMoney(text);
  const send = (limitCents: string | null) => {
    const body: SetLimitsBody = { [edited.kind]: { [FIELDS[edited.period]]: limitCents } };
    change.mutate(
      { body },
      {
        onSuccess: () => {
          refreshSession();
          onClose();
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cents !== null) send(String(cents));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.dialog.title(texts.kinds[edited.kind].title, texts.periods[edited.period])}
    >
      <form className={classes.dialog} onSubmit={submit}>
        <p className={classes.means}>{texts.kinds[edited.kind].means}</p>
        <MoneyInput
          label={texts.dialog.label}
          hint={texts.dialog.now(limit.limitCents === null ? texts.unset : money(limit.limitCents))}
          value={text}
          onChange={setText}
        />
        <p className={classes.means}>{texts.dialog.rule(number(hours))}</p>
        <ErrorLine error={change.error} />
        <Group justify="space-between" gap={10}>
          {limit.limitCents !== null ? (
            <Button variant="subtle" disabled={change.isPending} onClick={() => send(null)}>
              {texts.dialog.remove}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" disabled={cents === null} loading={change.isPending}>
            {texts.dialog.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
