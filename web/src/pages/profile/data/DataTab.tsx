import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../data/api.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { Icon } from '../../../shared/icons/index.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { saveFile } from '../../../shared/security/save-file.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { ClosePanel } from './ClosePanel.tsx';
import { texts as allTexts } from './texts.ts';

export function DataTab() {
  return (
    <div className={classes.stack}>
      <DownloadPanel />
      <ClosePanel />
    </div>
  );
}

function DownloadPanel() {
  const texts = useTexts(allTexts).download;
  const download = useMutation({
    mutationFn: async () =>
      saveFile(texts.file, JSON.stringify(await call('GET /user/data'), null, 2), 'application/json'),
  });
  return (
    <Panel title={texts.title}>
      <div className={classes.form}>
        <p className={classes.hint}>{texts.why}</p>
        <div className={classes.row}>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {texts.button}
          </Button>
          <span className={classes.faint} aria-live="polite">
            {download.isSuccess && texts.done}
          </span>
        </div>
        <ErrorLine error={download.error} />
      </div>
    </Panel>
  );
}
