import { defineTexts } from '../../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    title: 'Suspensões',
    lead: 'Quem reverteu trocas na Steam não retira nem troca até alguém olhar.',
    file: 'suspensoes',
    active: 'Suspensos',
    reason: 'Por quê',
    since: 'Desde',
    withdrawal: 'Retirada',
    what: (name: string) => `Suspensão de ${name}`,
    badge: 'Suspenso',
    lift: 'Levantar a suspensão',
    effect: (name: string) => `Levantar deixa ${name} retirar e trocar de novo, já.`,
  },
  {
    title: 'Suspensions',
    lead: 'Who reversed trades on Steam neither withdraws nor swaps until somebody has looked.',
    file: 'suspensions',
    active: 'Suspended',
    reason: 'Why',
    since: 'Since',
    withdrawal: 'Withdrawal',
    what: (name) => `Suspension of ${name}`,
    badge: 'Suspended',
    lift: 'Lift the suspension',
    effect: (name) => `Lifting lets ${name} withdraw and swap again, at once.`,
  },
);
