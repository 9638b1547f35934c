import { useState } from 'react';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './Avatar.module.css';

/** One character may consist of several units, as emojis do. */
const firstOf = (name: string): string => [...name.trim()][0] ?? '?';

/** A rounded square shows a picture, or the first letter of a name. Bots say that they are bots. */
export function Avatar({
  name,
  url,
  size = 36,
  isBot = false,
}: {
  name: string;
  url: string | null;
  size?: number;
  isBot?: boolean;
}) {
  const texts = useTexts(sharedTexts);
  const [isBroken, setIsBroken] = useState(false);
  const box = { width: size, height: size, borderRadius: size * 0.28, fontSize: size * 0.42 };
  return (
    <span className={classes.avatar} style={box} title={name}>
      {url !== null && !isBroken ? (
        <img src={url} alt={texts.avatarOf(name)} width={size} height={size} onError={() => setIsBroken(true)} />
      ) : (
        <span role="img" aria-label={texts.avatarOf(name)}>
          {isBot ? <Icon name="robot" size={size * 0.6} /> : firstOf(name).toUpperCase()}
        </span>
      )}
      {isBot && <span className={classes.bot}>{texts.bot}</span>}
    </span>
  );
}
