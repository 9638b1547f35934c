import { Button, Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { VERIFIED_GAMES } from '../../shared/fairness/verify-link.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Checker } from './Checker.tsx';
import { GameForm } from './GameForm.tsx';
import { LogPanel } from './LogPanel.tsx';
import { PlayForm } from './PlayForm.tsx';
import { RefusedPlays } from './RefusedPlays.tsx';
import { RollForm } from './RollForm.tsx';
import { texts } from './texts.ts';
import classes from './VerifierPage.module.css';

const TABS = [...VERIFIED_GAMES, 'refusals', 'checker'] as const;
type Tab = (typeof TABS)[number];

const OFFLINE_FILE = '/api/verify/offline';

/** The page is public. Values of a link stand behind the #, which browsers send to nobody. */
export function VerifierPage() {
  const { title, lead, games, chooseGame, offline, offlineLead, how, howSteps } = useTexts(texts);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(hash);
  const tab: Tab = TABS.find((each) => each === given.get('game')) ?? 'roll';
  return (
    <>
      <PageTitle title={title} lead={lead} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '.', hash: `game=${next}`, replace: true })}
      >
        <Tabs.List aria-label={chooseGame} className={classes.tabs ?? ''}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {games[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((each) => (
          // A new link is a new form.
          <Tabs.Panel key={each === tab ? `${each}?${hash}` : each} value={each} className={classes.panel ?? ''}>
            {each === 'roll' && <RollForm given={given} />}
            {(each === 'opening' || each === 'upgrade' || each === 'shot') && <PlayForm game={each} given={given} />}
            {(each === 'battle' || each === 'raffle') && <GameForm game={each} given={given} />}
            {each === 'refusals' && <RefusedPlays />}
            {each === 'checker' && <Checker />}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes.below}>
        <Panel title={how}>
          <ol className={classes.how}>
            {howSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Panel>
        <LogPanel />
        <Panel title={offline}>
          <p className={classes.offline}>{offlineLead}</p>
          <Button component="a" href={OFFLINE_FILE} download variant="default" leftSection={<Icon name="download" />}>
            {offline}
          </Button>
        </Panel>
      </div>
    </>
  );
}
