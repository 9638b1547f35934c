import { BATTLE_MODES } from '@lisura/fairness';
import { type BattleMode, MODE_ICONS } from '../../shared/battles/battle.ts';
import { battleTexts } from '../../shared/battles/texts.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './NewBattlePage.module.css';
import { texts as pageTexts } from './texts.ts';

export function ModeChooser({ chosen, onChoose }: { chosen: BattleMode; onChoose: (mode: BattleMode) => void }) {
  const texts = useTexts(pageTexts);
  const { modes } = useTexts(battleTexts);
  return (
    <div className={classes.modes}>
      {BATTLE_MODES.map((mode) => (
        <button
          key={mode}
          type="button"
          className={classes.mode}
          data-mode={mode}
          aria-pressed={chosen === mode}
          onClick={() => onChoose(mode)}
        >
          <span className={classes.modeHead}>
            <span className={classes.modeIcon}>
              <Icon name={MODE_ICONS[mode]} size={20} />
            </span>
            <strong>{modes[mode]}</strong>
            {chosen === mode && <Icon name="check" size={16} />}
          </span>
          <span>{texts.modes[mode]}</span>
        </button>
      ))}
    </div>
  );
}
