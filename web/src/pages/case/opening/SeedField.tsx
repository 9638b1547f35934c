import { ActionIcon, TextInput } from '@mantine/core';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { isClientSeed } from './client-seed.ts';
import classes from './SeedField.module.css';

/** The player's part of the roll: drawn here, or any text of theirs; that of the account is only shown. */
export function SeedField({
  seed,
  isOfAccount,
  isBusy,
  onSeed,
  onRenew,
}: {
  seed: string;
  isOfAccount: boolean;
  isBusy: boolean;
  onSeed: (seed: string) => void;
  onRenew: () => void;
}) {
  const words = useTexts(texts).seed;
  return (
    <div className={classes.field}>
      <TextInput
        label={words.label}
        description={isOfAccount ? words.account : words.hint}
        error={isClientSeed(seed) ? null : words.wrong}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={seed}
        readOnly={isOfAccount}
        disabled={isBusy}
        spellCheck={false}
        autoComplete="off"
        maxLength={128}
        onChange={({ currentTarget }) => onSeed(currentTarget.value)}
        rightSection={
          isOfAccount ? null : (
            <ActionIcon variant="subtle" size={40} aria-label={words.renew} disabled={isBusy} onClick={onRenew}>
              <Icon name="refresh" />
            </ActionIcon>
          )
        }
      />
    </div>
  );
}
