import { ActionIcon } from '@mantine/core';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import { useSound } from './sound.ts';

export function SoundSwitch() {
  const texts = useTexts(sharedTexts);
  const { isOn, toggle } = useSound();
  return (
    <ActionIcon
      variant="default"
      size={42}
      aria-pressed={isOn}
      aria-label={isOn ? texts.soundOff : texts.soundOn}
      onClick={toggle}
    >
      <Icon name={isOn ? 'sound' : 'soundOff'} />
    </ActionIcon>
  );
}
