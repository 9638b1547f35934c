import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isApiError } from '../../../data/api-error.ts';
import { useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { useErrorText } from '../../../shared/errors/use-error-text.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { withdrawalWords } from '../withdrawals/texts.ts';
import classes from './ItemSide.module.css';

const STEAM_PAGE = 'https://steamcommunity.com/my/tradeoffers/privacy';

/** Asks for a missing trade URL, after which the action continues. */
export function TradeUrlForm({ onBack }: { onBack: () => void }) {
  const { form } = useTexts(withdrawalWords);
  const { errors, tradeUrlRefused } = useTexts(texts);
  const errorText = useErrorText(errors);
  const [tradeUrl, setTradeUrl] = useState('');
  const save = useAction('PATCH /user/trade-url', ['GET /auth/session']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { tradeUrl: tradeUrl.trim() } }, { onSuccess: refreshSession });
  };
  const isRefused = isApiError(save.error) && save.error.status === 400;
  const fault = save.error === null ? null : isRefused ? tradeUrlRefused : errorText(save.error);
  return (
    <form onSubmit={submit}>
      <section className={classes.form}>
        <h3>{form.tradeUrl}</h3>
        <p>{form.tradeUrlWhy}</p>
        <a className={classes.link} href={STEAM_PAGE} target="_blank" rel="noopener noreferrer">
          <Icon name="external" size={16} />
          {form.tradeUrlWhere}
        </a>
        <TextInput
          label={form.tradeUrlLabel}
          placeholder="https://steamcommunity.com/tradeoffer/new/?partner=…&token=…"
          value={tradeUrl}
          error={fault}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTradeUrl(currentTarget.value)}
        />
      </section>
      <footer className={classes.foot}>
        <Button variant="subtle" onClick={onBack}>
          {form.back}
        </Button>
        <Button type="submit" disabled={tradeUrl.trim() === ''} loading={save.isPending}>
          {form.tradeUrlSave}
        </Button>
      </footer>
    </form>
  );
}
