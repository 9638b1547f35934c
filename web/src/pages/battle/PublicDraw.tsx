import { QUICKNET } from '@lisura/fairness';
import type { Battle } from '../../shared/battles/battle.ts';
import { AwaitedDraw } from '../../shared/fairness/AwaitedDraw.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './PublicDraw.module.css';
import { texts as pageTexts } from './texts.ts';

/** Explains the public draw, names its round and shows its outcome. */
export function PublicDraw({ battle, isChecked = false }: { battle: Battle; isChecked?: boolean }) {
  const texts = useTexts(pageTexts).draw;
  const { number, time } = useFormat();
  if (battle.randomness !== 'drand') return null;
  const { beacon } = battle;
  if (beacon !== null && battle.status === 'IN_PROGRESS') {
    return <AwaitedDraw kind="BATTLES" game={battle} beacon={beacon} closedAt={battle.startedAt} />;
  }
  return (
    <section className={classes.draw}>
      <Icon name="globe" />
      <div>
        <h2>{texts.title}</h2>
        <p>{texts.means}</p>
        {beacon !== null && beacon.randomness !== null && (
          <>
            <p>{texts.drawn(number(beacon.round), time(beacon.dueAt ?? battle.endedAt ?? battle.createdAt))}</p>
            <HashLine hash={beacon.randomness} state={isChecked ? 'after' : 'before'} label={texts.randomness} />
            <Source beacon={beacon} />
          </>
        )}
      </div>
    </section>
  );
}

/** Leads to the published round; the test environment draws by itself. */
function Source({ beacon }: { beacon: NonNullable<Battle['beacon']> }) {
  const texts = useTexts(pageTexts).draw;
  if (beacon.chain?.hash !== QUICKNET.hash) return <p>{texts.notPublic}</p>;
  return (
    <a href={`https://api.drand.sh/${QUICKNET.hash}/public/${beacon.round}`} rel="noreferrer" target="_blank">
      {texts.source} <Icon name="external" size={14} />
    </a>
  );
}
