import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Result } from './Result.tsx';
import { texts } from './texts.ts';
import { useVerification } from './use-verification.ts';
import classes from './VerifierPage.module.css';
import { verifyGame } from './verified-games.ts';

/** A finished battle or raffle is public, so its number is enough. */
export function GameForm({ game, given }: { game: 'battle' | 'raffle'; given: URLSearchParams }) {
  const words = useTexts(texts);
  const [id, setId] = useState(given.get('id') ?? '');
  const { verified, problem, isBusy, check } = useVerification(
    () => verifyGame(game, id, given.get('code')),
    given.has('id'),
  );
  return (
    <>
      <Panel>
        <form
          className={classes.fields}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            check();
          }}
        >
          <TextInput
            className={classes.half ?? ''}
            label={words.id}
            description={words.idHint}
            value={id}
            error={problem}
            autoComplete="off"
            inputMode="numeric"
            onChange={({ currentTarget }) => setId(currentTarget.value.replace(/\D/g, ''))}
          />
          <div className={classes.act}>
            <Button type="submit" loading={isBusy} disabled={id === ''}>
              {words.verify}
            </Button>
          </div>
        </form>
      </Panel>
      {verified !== null && <Result verified={verified} />}
    </>
  );
}
