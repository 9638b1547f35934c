import { Button } from '@mantine/core';
import { Icon } from '../icons/index.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useTexts } from '../texts/index.ts';
import { saveFile } from './save-file.ts';
import classes from './security.module.css';
import { securityTexts } from './texts.ts';

/** The ten codes are shown once and must be copied or saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const texts = useTexts(securityTexts).codes;
  const all = codes.join('\n');
  return (
    <div className={classes.stack}>
      <div>
        <h3>{texts.title}</h3>
        <p className={classes.hint}>{texts.why}</p>
      </div>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={all} label={texts.copy} />
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          onClick={() => saveFile(texts.file, `${all}\n`, 'text/plain')}
        >
          {texts.download}
        </Button>
        <Button onClick={onSaved}>{texts.saved}</Button>
      </div>
    </div>
  );
}
