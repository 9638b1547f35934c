import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFormat } from '../format/index.ts';
import { Icon } from '../icons/index.tsx';
import { useTexts } from '../texts/index.ts';
import classes from './LogLeaf.module.css';
import { checkInLog, type LogFinding, loggedResult } from './log-check.ts';
import { logTexts } from './log-texts.ts';
import type { VerifyLink } from './verify-link.ts';

/** Names the leaf of a result in the public log, and checks by a press that it is there as the page has it. */
export function LogLeaf({ link }: { link: VerifyLink }) {
  const texts = useTexts(logTexts);
  const logged = loggedResult(link);
  const check = useMutation({ mutationFn: checkInLog });
  if (logged === null) return null;
  return (
    <div className={classes.leaf}>
      <span className={classes.name}>{texts.leaf(`${logged.kind}/${logged.id}`)}</span>
      <Button
        variant="default"
        fullWidth
        loading={check.isPending}
        leftSection={<Icon name="lock" />}
        onClick={() => check.mutate(logged)}
      >
        {texts.check}
      </Button>
      <p aria-live="polite" data-state={check.data?.state}>
        {check.isError && texts.failed}
        {check.data !== undefined && <Found finding={check.data} />}
      </p>
    </div>
  );
}

function Found({ finding }: { finding: LogFinding }) {
  const texts = useTexts(logTexts);
  const { number, date } = useFormat();
  if (finding.state !== 'proven') return texts[finding.state];
  return texts.proven(number(finding.index + 1), number(finding.size), date(finding.at));
}
