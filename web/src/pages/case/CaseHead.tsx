import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Case } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './CaseHead.module.css';
import { texts } from './texts.ts';

/** Name, category and version; the hash stands at its right. */
export function CaseHead({ shown, hash }: { shown: Case; hash: ReactNode }) {
  const words = useTexts(texts);
  const { number } = useFormat();
  const lead = (
    <span className={classes.lead}>
      <span className={classes.badges}>
        <Badge tone="accent">{shown.category}</Badge>
        <Tooltip label={words.versionHint} multiline w={280}>
          <span>
            <Badge>{words.version(number(shown.versionNumber))}</Badge>
          </span>
        </Tooltip>
      </span>
      <span className={classes.description} lang="pt-BR">
        {shown.description}
      </span>
    </span>
  );
  return <PageTitle title={shown.name} lead={lead} aside={hash} />;
}
