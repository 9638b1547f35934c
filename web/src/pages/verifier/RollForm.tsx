import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Result } from './Result.tsx';
import { texts } from './texts.ts';
import classes from './VerifierPage.module.css';
import {
  cleaned,
  doubtsOf,
  type FieldProblems,
  problemsOf,
  type TypedRoll,
  type Verified,
  verifyTypedRoll,
} from './verified.ts';

const EMPTY: TypedRoll = { serverSeed: '', hash: '', clientSeed: '', nonce: '', roll: '' };

const typedIn = (given: URLSearchParams): TypedRoll => ({
  serverSeed: given.get('serverSeed') ?? '',
  hash: given.get('hash') ?? '',
  clientSeed: given.get('clientSeed') ?? '',
  nonce: given.get('nonce') ?? '',
  roll: given.get('roll') ?? '',
});

export function RollForm({ given }: { given: URLSearchParams }) {
  const words = useTexts(texts);
  const [typed, setTyped] = useState(() => typedIn(given));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [verified, setVerified] = useState<Verified | null>(null);

  const check = async (roll: TypedRoll) => {
    const found = problemsOf(roll);
    const checked = Object.keys(found).length === 0 ? await verifyTypedRoll(roll) : null;
    setProblems(checked === null ? found : doubtsOf(roll, checked.verdict));
    setVerified(checked);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a link brought along is checked once, when it arrives.
  useEffect(() => {
    if (given.has('serverSeed')) void check(typed);
  }, []);

  const field = (name: keyof TypedRoll, label: string, description?: string) => {
    const problem = problems[name];
    return (
      <TextInput
        label={label}
        description={description}
        value={typed[name]}
        error={problem === undefined ? undefined : words[problem]}
        autoComplete="off"
        spellCheck={false}
        inputMode={name === 'nonce' || name === 'roll' ? 'numeric' : 'text'}
        onChange={({ currentTarget }) => {
          const value = cleaned(name, currentTarget.value);
          setTyped((before) => ({ ...EMPTY, ...before, [name]: value }));
        }}
      />
    );
  };
  return (
    <>
      <Panel>
        <form
          noValidate
          className={classes.fields}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void check(typed);
          }}
        >
          <div className={classes.half}>{field('serverSeed', words.serverSeed, words.serverSeedHint)}</div>
          <div className={classes.half}>{field('hash', words.hash, words.hashHint)}</div>
          <div className={classes.third}>{field('clientSeed', words.clientSeed)}</div>
          <div className={classes.third}>{field('nonce', words.nonce)}</div>
          <div className={classes.third}>{field('roll', words.roll)}</div>
          <div className={classes.act}>
            <Button type="submit">{words.verify}</Button>
          </div>
        </form>
      </Panel>
      {verified !== null && <Result verified={verified} />}
    </>
  );
}
