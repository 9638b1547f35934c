import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../data/api.ts';
import type { User } from '../../data/generated/api.ts';
import { oneAtATime } from '../../data/one-at-a-time.ts';
import { apiQuery, invalidate, queryClient } from '../../data/queries.ts';
import { logIn, refreshSessionUnlessLive, useSession } from '../../data/session.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { addBots } from '../../shared/battles/add-bots.ts';
import { seatCountOf } from '../../shared/battles/battle.ts';
import { rememberBattle } from '../../shared/battles/seen-battles.ts';
import { holdShow, releaseShow } from '../../shared/battles/show-hold.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { seedWith } from '../../shared/fairness/kept-seeds.ts';
import { RefusalKept } from '../../shared/fairness/RefusalKept.tsx';
import { playSeeded, USER_STREAM } from '../../shared/fairness/refused-plays.ts';
import { fetchNextRolls } from '../../shared/fairness/use-next-rolls.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Cart.module.css';
import { caseIdsOf, type Recipe, searchOf } from './recipe.ts';
import { texts as pageTexts } from './texts.ts';

type Quote = { entryCents: bigint };

/**
 * Creates the battle, remembers the hashes that bind the server, and only then lets the bots in. Gives its id. A second press
 * before the first could disable the button would pay for a second battle.
 */
const create = oneAtATime(async (recipe: Recipe, { entryCents }: Quote, user: User): Promise<string> => {
  const caseIds = caseIdsOf(recipe.cart);
  const shown = await fetchNextRolls(caseIds.length);
  const terms = { game: 'BATTLES', battleId: null } as const;
  const fresh = seedWith(user.clientSeed);
  const { answer: battle } = await playSeeded(
    { userId: user.id, stream: USER_STREAM, terms, shown, count: caseIds.length, fresh },
    (clientSeed) =>
      call('POST /battles/create', {
        body: {
          mode: recipe.mode,
          caseIds,
          seatCount: seatCountOf(recipe.size),
          isTeams: recipe.size === '2x2',
          isPrivate: recipe.isPrivate,
          randomness: recipe.isPublicRandomness ? 'drand' : 'server',
          clientSeed,
          expectedEntryPriceCents: entryCents.toString(),
        },
      }),
  );
  rememberBattle(battle);
  if (!recipe.withBots) return battle.id;
  holdShow(battle.id);
  // Where they cannot come in, the battle waits for players, and its page offers them again.
  await addBots(user.id, battle, seatCountOf(recipe.size) - 1).then(
    // Its page begins with the answer.
    (full) =>
      queryClient.setQueryData(apiQuery('GET /battles/{id}', { params: { id: battle.id }, query: {} }).queryKey, full),
    () => releaseShow(battle.id),
  );
  return battle.id;
});

export function CreateButton({ recipe, quote }: { recipe: Recipe; quote: Quote | null }) {
  const texts = useTexts(pageTexts);
  const { money } = useFormat();
  const { session, user } = useSession();
  const navigate = useNavigate();
  const making = useMutation({
    mutationFn: ({ paid, player }: { paid: Quote; player: User }) => create(recipe, paid, player),
    onSuccess: async (id) => {
      afterTheShow(() => void refreshSessionUnlessLive());
      await navigate({ to: '/batalha/$id', params: { id } });
    },
    // Prices may have changed: the next press sees those of now.
    onError: () => void invalidate('GET /cases'),
  });
  if (user === null) {
    const wanted = `/batalhas/nova?${new URLSearchParams(searchOf(recipe))}`;
    return (
      <Button size="lg" fullWidth leftSection={<Icon name="user" />} onClick={() => logIn(wanted)}>
        {texts.logIn}
      </Button>
    );
  }
  const isTooLittle = quote !== null && BigInt(session.balanceCents ?? '0') < quote.entryCents;
  return (
    <div className={classes.pay}>
      <Button
        size="lg"
        fullWidth
        leftSection={<Icon name="swords" />}
        disabled={quote === null || isTooLittle}
        loading={making.isPending}
        onClick={() => quote !== null && making.mutate({ paid: quote, player: user })}
      >
        {recipe.withBots ? texts.createAndStart : texts.create}
      </Button>
      <p>
        {texts.balance(money(session.balanceCents ?? '0'))}
        {isTooLittle && (
          <>
            {' · '}
            {texts.tooLittle} <Link to="/carteira">{texts.deposit}</Link>
          </>
        )}
      </p>
      <ErrorLine error={making.error} texts={texts.errors} />
      {making.isError && <RefusalKept />}
    </div>
  );
}
