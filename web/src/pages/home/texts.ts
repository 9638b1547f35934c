import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    title: 'Caixas',
    badge: 'Comprovadamente justo',
    headline: 'Cada resultado, você confere.',
    lead: 'O servidor se compromete com o hash antes da sua jogada. Depois, a conta é sua.',
    howToVerify: 'Como conferir',
    cases: 'Caixas',
    none: 'Nenhuma caixa por aqui',
    noneHint: 'Volte daqui a pouco.',
  },
  {
    title: 'Cases',
    badge: 'Provably fair',
    headline: 'Every result, verified by you.',
    lead: 'The server commits to the hash before you play. Afterwards the calculation is yours.',
    howToVerify: 'How to verify',
    cases: 'Cases',
    none: 'No cases here',
    noneHint: 'Come back in a while.',
  },
);
