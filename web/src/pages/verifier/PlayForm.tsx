import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Result } from './Result.tsx';
import { texts } from './texts.ts';
import { useVerification } from './use-verification.ts';
import classes from './VerifierPage.module.css';
import { type PlayGame, verifyPlay } from './verified-games.ts';

/** Takes a play as the API answers it; links from results bring it along. */
export function PlayForm({ game, given }: { game: PlayGame; given: URLSearchParams }) {
  const words = useTexts(texts);
  const [play, setPlay] = useState(given.get('play') ?? '');
  const [hash, setHash] = useState(given.get('hash') ?? '');
  const [seed, setSeed] = useState(given.get('seed') ?? '');
  const before = { committedHash: hash === '' ? null : hash, sentSeed: seed === '' ? null : seed };
  const { verified, problem, isBusy, check } = useVerification(() => verifyPlay(game, play, before), given.has('play'));
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
          <Textarea
            className={classes.whole ?? ''}
            label={words.play}
            description={words.playHint}
            value={play}
            error={play === '' ? undefined : problem}
            minRows={4}
            maxRows={10}
            autosize
            spellCheck={false}
            onChange={({ currentTarget }) => setPlay(currentTarget.value)}
          />
          <TextInput
            className={classes.whole ?? ''}
            label={words.hash}
            description={words.hashHint}
            value={hash}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setHash(currentTarget.value.trim())}
          />
          <TextInput
            className={classes.whole ?? ''}
            label={words.sentSeed}
            description={words.sentSeedHint}
            value={seed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setSeed(currentTarget.value)}
          />
          <div className={classes.act}>
            <Button type="submit" loading={isBusy} disabled={play === ''}>
              {words.verify}
            </Button>
          </div>
        </form>
      </Panel>
      {verified !== null && <Result verified={verified} />}
    </>
  );
}
