import { Button, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { User } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { texts as allTexts } from './texts.ts';

const STEAM_PAGE = 'https://steamcommunity.com/my/tradeoffers/privacy#trade_offer_access_url';

const LOOK_AGAIN_MS = 10_000;
const TONES = { CONFIRMED: 'accent', UNCONFIRMED: 'plain', NOT_YOURS: 'red' } as const;

export function TradeUrlPanel({
  user: { tradeUrl, tradeUrlCheck },
}: {
  user: Pick<User, 'tradeUrl' | 'tradeUrlCheck'>;
}) {
  const { trade: texts, tradeErrors } = useTexts(allTexts);
  const [text, setText] = useState(tradeUrl ?? '');
  const save = useAction('PATCH /user/trade-url');
  // The marketplace answers some seconds after the URL was saved.
  const isAwaited = save.isSuccess && tradeUrlCheck === 'UNCONFIRMED';
  useInterval(() => isAwaited && void refreshSession(), LOOK_AGAIN_MS, { autoInvoke: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { tradeUrl: text.trim() } }, { onSuccess: () => void refreshSession() });
  };
  return (
    <Panel title={texts.title}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.hint}>{texts.why}</p>
        <TextInput
          label={texts.label}
          type="url"
          placeholder="https://steamcommunity.com/tradeoffer/new/?partner=…&token=…"
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            save.reset();
          }}
        />
        {tradeUrl !== null && (
          <p className={classes.check}>
            <Badge tone={TONES[tradeUrlCheck]}>{texts.checks[tradeUrlCheck]}</Badge>
            <span>{texts.checkHints[tradeUrlCheck]}</span>
          </p>
        )}
        <ErrorLine error={save.error} texts={tradeErrors} />
        <div className={classes.row}>
          <Button type="submit" disabled={text.trim() === '' || text.trim() === tradeUrl} loading={save.isPending}>
            {texts.save}
          </Button>
          <Button
            component="a"
            href={STEAM_PAGE}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            leftSection={<Icon name="external" />}
          >
            {texts.find}
          </Button>
        </div>
        <p className={classes.faint} aria-live="polite">
          {save.isSuccess ? texts.saved : texts.wait}
        </p>
      </form>
    </Panel>
  );
}
