import { LANGUAGES, useLanguage, useTexts } from '../../shared/texts/index.ts';
import classes from './LanguageSwitch.module.css';
import { shellTexts } from './texts.ts';

const SHORT = { 'pt-BR': 'PT', en: 'EN' } as const;
const NAMES = { 'pt-BR': 'Português', en: 'English' } as const;

export function LanguageSwitch() {
  const texts = useTexts(shellTexts);
  const { language, choose } = useLanguage();
  return (
    <fieldset className={classes.languages} aria-label={texts.language}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          title={NAMES[each]}
          aria-label={`${SHORT[each]}, ${NAMES[each]}`}
          aria-pressed={each === language}
          onClick={() => choose(each)}
        >
          {SHORT[each]}
        </button>
      ))}
    </fieldset>
  );
}
