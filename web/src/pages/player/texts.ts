import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    since: (month: string) => `Joga aqui desde ${month}`,
    level: (level: string) => `Nível ${level}`,
    levelHint: 'O nível vem de quantas vezes a pessoa jogou, nunca de quanto.',
    plays: { one: 'jogada', other: 'jogadas' },
    toNext: (plays: string, level: string) => `faltam ${plays} para o nível ${level}`,
    bestWins: 'Melhores prêmios dos últimos 30 dias',
    noWins: 'Nada para mostrar nos últimos 30 dias. Um prêmio aparece aqui alguns minutos depois de ganho.',
    offer: 'Oferecer uma troca',
    own: 'Esta é a sua página, como os outros a veem.',
    statistics: 'Suas estatísticas',
    fromCase: (name: string) => `na caixa ${name}`,
    fromBattle: 'Ver a batalha',
  },
  {
    since: (month) => `Playing here since ${month}`,
    level: (level) => `Level ${level}`,
    levelHint: 'The level comes from how often somebody has played, never from how much.',
    plays: { one: 'play', other: 'plays' },
    toNext: (plays, level) => `${plays} to level ${level}`,
    bestWins: 'Best wins of the last 30 days',
    noWins: 'Nothing to show of the last 30 days. A win appears here some minutes after it was won.',
    offer: 'Offer a swap',
    own: 'This is your page as others see it.',
    statistics: 'Your statistics',
    fromCase: (name) => `from the case ${name}`,
    fromBattle: 'See the battle',
  },
);
