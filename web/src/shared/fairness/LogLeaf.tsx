import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFormat } from '../format/index.ts';
import { Icon } from '../icons/index.tsx';
import { useTexts } from '../texts/index.ts';
import { headMemory } from './head-memory.ts';
import classes from './LogLeaf.module.css';
import { checkInLog, type LogFinding, type LoggedResult, loggedResult, publicLog } from './log-check.ts';
import { logTexts } from './log-texts.ts';
import type { VerifyLink } from './verify-link.ts';

const memory = headMemory(() => localStorage);
const check = (logged: LoggedResult) => checkInLog({ log: publicLog, memory }, logged);

/** Names the leaf of a result in the public log, and checks by a press that it is there as the page has it. */
export function LogLeaf({ link }: { link: VerifyLink }) {
  const texts = useTexts(logTexts);
  const logged = loggedResult(link);
  const { mutate, reset, data, isPending, isError } = useMutation({ mutationFn: check });
  if (logged === null) return null;
  const acceptNewHead = () => {
    memory.forget();
    reset();
  };
  return (
    <div className={classes.leaf}>
      <span className={classes.name}>{texts.leaf(`${logged.kind}/${logged.id}`)}</span>
      <Button
        variant="default"
        fullWidth
        loading={isPending}
        leftSection={<Icon name="lock" />}
        onClick={() => mutate(logged)}
      >
        {texts.check}
      </Button>
      <p aria-live="polite" data-state={data?.state}>
        {isError && texts.failed}
        {data !== undefined && <Found finding={data} />}
      </p>
      {(data?.state === 'rewritten' || data?.state === 'otherKey') && (
        <Button variant="subtle" size="xs" onClick={acceptNewHead}>
          {texts.acceptNewHead}
        </Button>
      )}
    </div>
  );
}

function Found({ finding }: { finding: LogFinding }) {
  const texts = useTexts(logTexts);
  const { number, date } = useFormat();
  switch (finding.state) {
    case 'proven': {
      const proven = texts.proven(number(finding.index + 1), number(finding.size), date(finding.at));
      return `${proven} ${finding.since === null ? texts.firstHead : texts.extends(date(finding.since))}`;
    }
    case 'rewritten':
    case 'otherKey':
      return texts[finding.state](number(finding.keptSize), date(finding.keptAt));
    default:
      return texts[finding.state];
  }
}
