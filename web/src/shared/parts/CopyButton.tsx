import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';

/** Copies, and says that it has. */
export function CopyButton({
  value,
  label,
  variant = 'default',
}: {
  value: string;
  label?: string;
  variant?: 'default' | 'filled' | 'subtle';
}) {
  const texts = useTexts(sharedTexts);
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  return (
    <Button variant={variant} leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={() => copy(value)}>
      {copied ? texts.copied : (label ?? texts.copy)}
    </Button>
  );
}
