import type { ErrorTexts } from '../../../shared/errors/error-texts.ts';
import { defineTexts } from '../../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    tradeErrors: {
      VALIDATION_FAILED:
        'Esta não é a sua URL de troca. Copie a da sua própria conta, como a Steam mostra, com partner e token.',
    } as ErrorTexts,
    seedErrors: { VALIDATION_FAILED: 'A semente tem de 1 a 128 caracteres visíveis.' } as ErrorTexts,
    account: 'Sua conta',
    steamId: 'Steam ID',
    name: 'Nome e foto vêm da Steam e mudam a cada entrada.',
    trade: {
      title: 'URL de troca da Steam',
      why: 'Os itens que você retira vão para cá. Tem de ser a da sua própria conta: de outra pessoa é recusada.',
      label: 'URL de troca',
      find: 'Achar a minha na Steam',
      save: 'Salvar URL',
      saved: 'URL salva. Retiradas novas vão para ela.',
      wait: 'Trocar a URL avisa você e fica no seu registro.',
    },
    seed: {
      title: 'Sua semente',
      why: 'É a sua parte em cada sorteio. Sem uma fixa, o navegador cria uma nova a cada jogada.',
      label: 'Semente do cliente',
      hash: 'Hash do servidor, já comprometido',
      next: (nonce: string) => `para a jogada ${nonce}`,
      random: 'Gerar uma',
      save: 'Salvar semente',
      clear: 'Voltar a uma por jogada',
      saved: 'Semente salva. Vale desde a próxima jogada.',
      cleared: 'Pronto: cada jogada terá uma semente nova.',
      none: 'Nenhuma: uma nova a cada jogada',
      verify: 'Conferir jogadas',
    },
  },
  {
    tradeErrors: {
      VALIDATION_FAILED:
        'This is not your trade URL. Copy that of your own account as Steam shows it, with partner and token.',
    },
    seedErrors: { VALIDATION_FAILED: 'A seed has 1 to 128 visible characters.' },
    account: 'Your account',
    steamId: 'Steam ID',
    name: 'Name and picture come from Steam and change with each login.',
    trade: {
      title: 'Steam trade URL',
      why: 'Items that you withdraw are sent here. It must be that of your own account: somebody else’s is refused.',
      label: 'Trade URL',
      find: 'Find mine on Steam',
      save: 'Save the URL',
      saved: 'Saved. New withdrawals go there.',
      wait: 'Changing it notifies you and stays in your log.',
    },
    seed: {
      title: 'Your seed',
      why: 'Your part in every draw. Without one of your own the browser makes a new one for each play.',
      label: 'Client seed',
      hash: 'Hash of the server, committed already',
      next: (nonce) => `for play ${nonce}`,
      random: 'Make one',
      save: 'Save the seed',
      clear: 'Back to one for each play',
      saved: 'Saved. It counts from the next play on.',
      cleared: 'Done: each play will have a new seed.',
      none: 'None: a new one for each play',
      verify: 'Verify plays',
    },
  },
);
