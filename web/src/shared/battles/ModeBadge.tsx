import { Icon } from '../icons/index.tsx';
import { useTexts } from '../texts/index.ts';
import { type BattleMode, MODE_ICONS } from './battle.ts';
import classes from './battles.module.css';
import { battleTexts } from './texts.ts';

export function ModeBadge({ mode }: { mode: BattleMode }) {
  const { modes } = useTexts(battleTexts);
  return (
    <span className={classes.mode} data-mode={mode}>
      <Icon name={MODE_ICONS[mode]} size={16} />
      {modes[mode]}
    </span>
  );
}
