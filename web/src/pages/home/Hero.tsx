import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Case } from '../../data/generated/api.ts';
import art from '../../shared/art/hero.svg';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Hero.module.css';
import { texts } from './texts.ts';

export function Hero({ cheapest }: { cheapest: Case | undefined }) {
  const words = useTexts(texts);
  const { money } = useFormat();
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <Badge tone="accent" icon="shieldCheck">
          {words.badge}
        </Badge>
        <h1>{words.headline}</h1>
        <p>{words.lead}</p>
        <div className={classes.actions}>
          {cheapest === undefined ? (
            <Button component="a" href="#caixas">
              {words.seeCases}
            </Button>
          ) : (
            <Button component={Link} to="/caixa/$slug" params={{ slug: cheapest.slug } as never}>
              {words.openFirst(money(cheapest.priceCents))}
            </Button>
          )}
          <Button component={Link} to="/verificar" variant="default">
            {words.howToVerify}
          </Button>
        </div>
      </div>
      <img className={classes.art} src={art} alt="" width={680} height={540} fetchPriority="high" />
    </section>
  );
}
