import { Switch } from '@mantine/core';
import type { SiteConfig } from '../../data/generated/api.ts';
import { seatCountOf } from '../../shared/battles/battle.ts';
import { ModeBadge } from '../../shared/battles/ModeBadge.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon, type IconName } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Cart.module.css';
import type { ListedCase } from './CaseChooser.tsx';
import { CreateButton } from './CreateButton.tsx';
import { quoteOf, type Recipe, roundsOf, withCount } from './recipe.ts';
import { texts as pageTexts } from './texts.ts';

export function Cart({
  recipe,
  change,
  cases,
  maxRounds,
  config,
}: {
  recipe: Recipe;
  change: (part: Partial<Recipe>) => void;
  cases: readonly ListedCase[];
  maxRounds: number;
  config: SiteConfig | null;
}) {
  const texts = useTexts(pageTexts);
  const { plural } = useFormat();
  return (
    <aside className={classes.cart} aria-label={texts.yours}>
      <header className={classes.head}>
        <h2>{texts.yours}</h2>
        <ModeBadge mode={recipe.mode} />
        <span>{plural(roundsOf(recipe.cart), texts.rounds)}</span>
      </header>
      <CartLines recipe={recipe} change={change} cases={cases} maxRounds={maxRounds} />
      <Choice
        icon="robot"
        name={texts.bots}
        hint={texts.botsHint}
        isOn={recipe.withBots}
        onChange={(withBots) => change({ withBots })}
      />
      <Choice
        icon="lock"
        name={texts.private}
        hint={texts.privateHint}
        isOn={recipe.isPrivate}
        onChange={(isPrivate) => change({ isPrivate })}
      />
      {config?.features.beacon === true && (
        <Choice
          icon="globe"
          name={texts.drand}
          hint={texts.drandHint}
          isOn={recipe.isPublicRandomness}
          onChange={(isPublicRandomness) => change({ isPublicRandomness })}
        />
      )}
      <Quote recipe={recipe} cases={cases} />
      <CreateButton recipe={recipe} quote={quoteOf(recipe.cart, cases)} />
    </aside>
  );
}

function CartLines({
  recipe,
  change,
  cases,
  maxRounds,
}: {
  recipe: Recipe;
  change: (part: Partial<Recipe>) => void;
  cases: readonly ListedCase[];
  maxRounds: number;
}) {
  const texts = useTexts(pageTexts);
  const { money, number } = useFormat();
  const isFull = roundsOf(recipe.cart) >= maxRounds;
  if (recipe.cart.length === 0) return <p className={classes.empty}>{texts.emptyCart}</p>;
  const set = (line: number, count: number) => change({ cart: withCount(recipe.cart, line, count) });
  return (
    <ul className={classes.lines}>
      {recipe.cart.map(({ caseId, count }, line) => {
        const found = cases.find(({ id }) => id === caseId);
        const name = found?.name ?? `#${caseId}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: A case may come twice, and its line is its place.
          <li key={line}>
            <img src={found?.imageUrl} alt="" width={44} height={36} />
            <span className={classes.words}>
              <strong>{name}</strong>
              <span>{texts.each(money(found?.priceCents ?? '0'))}</span>
            </span>
            <span className={classes.stepper}>
              <button type="button" aria-label={texts.less(name)} onClick={() => set(line, count - 1)}>
                <Icon name="minus" size={15} />
              </button>
              <strong>{number(count)}</strong>
              <button
                type="button"
                aria-label={texts.more(name)}
                disabled={isFull}
                onClick={() => set(line, count + 1)}
              >
                <Icon name="plus" size={15} />
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Choice({
  icon,
  name,
  hint,
  isOn,
  onChange,
}: {
  icon: IconName;
  name: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <div className={classes.choice}>
      <Icon name={icon} />
      <Switch
        label={name}
        description={hint}
        classNames={{ description: classes.hint }}
        labelPosition="left"
        size="md"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}

function Quote({ recipe, cases }: { recipe: Recipe; cases: readonly ListedCase[] }) {
  const texts = useTexts(pageTexts);
  const { money, number, percent } = useFormat();
  const quote = quoteOf(recipe.cart, cases);
  const seats = number(seatCountOf(recipe.size));
  const takes =
    recipe.mode === 'SHARED'
      ? texts.sharedTakes(seats)
      : recipe.size === '2x2'
        ? texts.winTakesTeam
        : texts.winTakes(seats);
  return (
    <div className={classes.quote}>
      <p>
        {texts.rtp} <strong>{quote === null ? '—' : percent(quote.rtpPercent)}</strong>
      </p>
      <p>{takes}</p>
      <p className={classes.entry}>
        {texts.entry} <strong>{money(quote?.entryCents ?? 0n)}</strong>
      </p>
    </div>
  );
}
