import { useFormat } from '../../../shared/format/index.ts';
import { ItemTile } from '../../../shared/items/ItemTile.tsx';
import { Avatar } from '../../../shared/parts/Avatar.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { PlayerLink } from '../../../shared/parts/PlayerLink.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import classes from './RecentDrops.module.css';
import { useCaseDrops } from './use-case-drops.ts';

export function RecentDrops({ caseId }: { caseId: string }) {
  const drops = useCaseDrops(caseId);
  const words = useTexts(texts).drops;
  const { ago } = useFormat();
  return (
    <div className={classes.drops}>
      <Panel title={words.title}>
        {drops.length === 0 ? (
          <p className={classes.none}>{words.none}</p>
        ) : (
          <ul className={classes.list}>
            {drops.map((drop) => (
              <li key={drop.key}>
                <ItemTile item={drop.item} />
                <span className={classes.who}>
                  <Avatar name={drop.username} url={drop.avatarUrl} size={22} />
                  <span className={classes.name}>
                    <PlayerLink id={drop.userId}>{drop.username}</PlayerLink>
                  </span>
                  <time dateTime={drop.createdAt}>{ago(drop.createdAt)}</time>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
