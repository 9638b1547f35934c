import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { apiQuery, useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { HashLine } from '../../../shared/parts/HashLine.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { texts as allTexts } from './texts.ts';

const SEED_BYTES = 16;
const randomSeed = () =>
  [...crypto.getRandomValues(new Uint8Array(SEED_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The player's part in every draw beside the server's committed one. */
export function SeedPanel({ clientSeed }: { clientSeed: string | null }) {
  const { seed: texts, seedErrors } = useTexts(allTexts);
  const { number } = useFormat();
  const [text, setText] = useState(clientSeed ?? '');
  const commitments = useQuery(apiQuery('GET /provably-fair/commitments', { query: { count: 1 } }));
  const save = useAction('PUT /user/client-seed', ['GET /provably-fair/commitments']);
  const next = commitments.data?.commitments[0];
  const send = (seed: string | null) =>
    save.mutate(
      { body: { clientSeed: seed } },
      {
        onSuccess: () => {
          setText(seed ?? '');
          refreshSession();
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(text);
  };
  return (
    <Panel title={texts.title} aside={next && texts.next(number(next.nonce))}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.hint}>{texts.why}</p>
        <TextInput
          label={texts.label}
          placeholder={texts.none}
          autoComplete="off"
          maxLength={128}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            save.reset();
          }}
        />
        <HashLine hash={next?.serverSeedHash ?? null} state="before" label={texts.hash} />
        <ErrorLine error={save.error} texts={seedErrors} />
        <div className={classes.row}>
          <Button
            type="submit"
            variant="default"
            disabled={text === '' || text === clientSeed}
            loading={save.isPending}
          >
            {texts.save}
          </Button>
          <Button variant="subtle" onClick={() => setText(randomSeed())}>
            {texts.random}
          </Button>
          {clientSeed !== null && (
            <Button variant="subtle" onClick={() => send(null)}>
              {texts.clear}
            </Button>
          )}
          <Button component={Link} to="/verificar" variant="subtle">
            {texts.verify}
          </Button>
        </div>
        <p className={classes.faint} aria-live="polite">
          {save.isSuccess && (clientSeed === null ? texts.cleared : texts.saved)}
        </p>
      </form>
    </Panel>
  );
}
