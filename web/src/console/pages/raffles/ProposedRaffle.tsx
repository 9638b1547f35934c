import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/api.ts';
import type { AdminRaffle } from '../../../data/generated/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { ProposalNote } from '../../parts/ProposalNote.tsx';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { announcedRaffle } from '../../proposals/proposal-words.ts';
import { Facts } from '../../queues/RecordHead.tsx';
import classes from './raffles.module.css';
import { rafflePageTexts } from './texts.ts';

export function ProposedRaffleDrawer({
  id,
  onClose,
  onMade,
}: {
  id: string;
  onClose: () => void;
  onMade: (raffle: AdminRaffle) => void;
}) {
  const texts = useTexts(rafflePageTexts);
  const { user } = useSession();
  const query = { entityType: 'raffle-terms', entityId: id, limit: 1 };
  const proposals = useQuery({ ...apiQuery('GET /admin/proposals', { query }), staleTime: 0 });
  const publish = (content: string): Decision => ({
    id: 'publish',
    label: texts.publish,
    tone: 'go',
    shortcut: 'a',
    effect: texts.publishEffect,
    run: async (reason) => {
      const made = await call('POST /admin/raffles', { body: { ...announcedRaffle(content), reason } });
      void invalidate('GET /admin/raffles', 'GET /admin/proposals');
      onMade(made);
    },
  });
  return (
    <SideDrawer label={texts.proposed} head={<strong>{texts.proposed}</strong>} onClose={onClose}>
      <QueryState query={proposals} loading={<Skeletons count={6} height={32} />}>
        {({ data: [proposal] }) =>
          proposal === undefined ? (
            <p className={classes.hint}>{texts.proposedGone}</p>
          ) : (
            <>
              <ProposedTerms content={proposal.content} />
              {proposal.proposedBy === user?.id ? (
                <ProposalNote proposal={proposal} />
              ) : (
                <DecisionForm
                  decisions={[publish(proposal.content)]}
                  proposal={proposal}
                  onDone={() => void invalidate('GET /admin/proposals')}
                />
              )}
            </>
          )
        }
      </QueryState>
    </SideDrawer>
  );
}

export function ProposedTerms({ content }: { content: string }) {
  const texts = useTexts(rafflePageTexts);
  const { money, number, dateTime } = useFormat();
  const raffle = announcedRaffle(content);
  const { maxTickets, maxTicketsPerUser, closesAt } = raffle;
  return (
    <>
      <Facts
        facts={[
          [texts.name, raffle.name],
          [texts.description, raffle.description],
          [texts.imageUrl, raffle.imageUrl],
          [texts.ticket, money(String(raffle.ticketPriceCents))],
          [texts.maxTickets, number(maxTickets)],
          [texts.perUser, maxTicketsPerUser === null ? texts.noLimit : number(maxTicketsPerUser)],
          [texts.closes, closesAt === null ? texts.whenSold : dateTime(closesAt)],
          [texts.randomness, texts.random[raffle.randomness]],
        ]}
      />
      <h2 className={classes.heading}>{texts.prizes}</h2>
      <ul className={classes.prizes}>
        {raffle.prizes.map(({ displayOrder, itemId }) => (
          <ProposedPrize key={displayOrder} itemId={itemId} />
        ))}
      </ul>
    </>
  );
}

function ProposedPrize({ itemId }: { itemId: string }) {
  const { money } = useFormat();
  const item = useQuery(apiQuery('GET /admin/items/{id}', { params: { id: itemId } })).data;
  return (
    <li>
      {item === undefined ? <span /> : <img src={item.imageUrl} alt="" />}
      <span>
        <strong>{item?.name ?? `#${itemId}`}</strong>
      </span>
      <span>{item === undefined ? '' : money(item.valueCentsBrl)}</span>
    </li>
  );
}
