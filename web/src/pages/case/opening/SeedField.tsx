import { ActionIcon, TextInput } from '@mantine/core';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { isClientSeed, LONGEST_TYPED } from './client-seed.ts';
import classes from './SeedField.module.css';
import type { SeedOrigin } from './use-client-seed.ts';

/** The player's part of the roll is drawn here or typed. The seed of the account or of a refused play is only shown. */
export function SeedField({
  seed,
  origin,
  isBusy,
  onSeed,
  onRenew,
}: {
  seed: string;
  origin: SeedOrigin;
  isBusy: boolean;
  onSeed: (seed: string) => void;
  onRenew: () => void;
}) {
  const words = useTexts(texts).seed;
  const isFixed = origin === 'refused' || origin === 'account';
  const hints = { refused: words.refused, account: words.account, typed: words.typed, drawn: words.hint };
  return (
    <div className={classes.field}>
      <TextInput
        label={words.label}
        description={hints[origin]}
        error={isClientSeed(seed) ? null : words.wrong}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={seed}
        readOnly={isFixed}
        disabled={isBusy}
        spellCheck={false}
        autoComplete="off"
        maxLength={LONGEST_TYPED}
        onChange={({ currentTarget }) => onSeed(currentTarget.value)}
        rightSection={
          isFixed ? null : (
            <ActionIcon variant="subtle" size={40} aria-label={words.renew} disabled={isBusy} onClick={onRenew}>
              <Icon name="refresh" />
            </ActionIcon>
          )
        }
      />
    </div>
  );
}
