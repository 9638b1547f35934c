import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './CaseHead.module.css';
import { texts } from './texts.ts';

interface CaseHeadProps {
  shown: { name: string; category: string; description: string };
  version?: number;
  hash?: ReactNode;
}

/** Name, category and version. */
export function CaseHead({ shown, version, hash }: CaseHeadProps) {
  const lead = (
    <span className={classes.lead}>
      <span className={classes.badges}>
        <Badge tone="accent">{shown.category}</Badge>
        {version !== undefined && <Version number={version} />}
      </span>
      <span className={classes.description} lang="pt-BR">
        {shown.description}
      </span>
    </span>
  );
  return <PageTitle title={shown.name} lead={lead} aside={hash} />;
}

function Version({ number: version }: { number: number }) {
  const words = useTexts(texts);
  const { number } = useFormat();
  return (
    <Tooltip label={words.versionHint} multiline w={280}>
      <span>
        <Badge>{words.version(number(version))}</Badge>
      </span>
    </Tooltip>
  );
}
