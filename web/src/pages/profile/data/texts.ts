import type { ErrorTexts } from '../../../shared/errors/error-texts.ts';
import { defineTexts } from '../../../shared/texts/index.ts';

const ptOpen: Readonly<Record<string, string>> = {
  balance: 'Saldo na conta: saque tudo',
  debt: 'Um valor devido por um depósito devolvido',
  holds: 'Um valor retido para um saque',
  items: 'Itens no inventário: venda ou retire',
  swaps: 'Trocas abertas: cancele',
  siteSwaps: 'Uma troca com a casa em andamento',
  deposits: 'Um Pix que espera pagamento: deixe vencer',
  returns: 'Um depósito devolvido em análise',
  moneyWithdrawals: 'Um saque em andamento',
  itemWithdrawals: 'Uma retirada de item em andamento',
  battles: 'Uma batalha em andamento',
  raffleTickets: 'Bilhetes de uma rifa que ainda não foi sorteada',
};
const enOpen: Readonly<Record<string, string>> = {
  balance: 'Money on the balance: withdraw it',
  debt: 'Something owed for a deposit that was given back',
  holds: 'Money held for a withdrawal',
  items: 'Items in the inventory: sell or withdraw them',
  swaps: 'Open swaps: cancel them',
  siteSwaps: 'A swap with the house under way',
  deposits: 'A Pix that waits for its payment: let it expire',
  returns: 'A returned deposit being looked at',
  moneyWithdrawals: 'A withdrawal of money under way',
  itemWithdrawals: 'A withdrawal of an item under way',
  battles: 'A battle under way',
  raffleTickets: 'Tickets of a raffle that is not drawn yet',
};

export const texts = defineTexts(
  {
    open: ptOpen,
    errors: {} as ErrorTexts,
    download: {
      title: 'Baixar os meus dados',
      why: 'Tudo o que guardamos sobre você em um arquivo: conta, jogadas, extrato, registro e notificações.',
      button: 'Baixar arquivo JSON',
      file: 'lisura-meus-dados.json',
      done: 'O arquivo está nos seus downloads.',
    },
    close: {
      title: 'Encerrar a conta',
      why: 'Apagamos o seu nome, a foto, as chaves Pix e o que mais identifica você. O registro das jogadas e do dinheiro fica, sem o seu nome, porque a lei e a conferência dos resultados pedem.',
      first: 'Antes: saldo zerado, nenhum item no inventário e nada em andamento.',
      button: 'Encerrar a conta…',
      dialogTitle: 'Encerrar a conta para sempre?',
      dialogHint: 'Isto não pode ser desfeito. Uma pausa ou autoexclusão em curso continua valendo para você.',
      type: (word: string) => `Digite ${word} para confirmar`,
      word: 'ENCERRAR',
      confirm: 'Encerrar para sempre',
      left: 'Ainda falta resolver:',
    },
  },
  {
    open: enOpen,
    errors: {
      ACCOUNT_NOT_SETTLED: 'The account still has something open.',
    },
    download: {
      title: 'Download my data',
      why: 'All that we keep about you in one file: account, plays, statement, log and notifications.',
      button: 'Download the JSON file',
      file: 'lisura-my-data.json',
      done: 'The file is among your downloads.',
    },
    close: {
      title: 'Close the account',
      why: 'We erase your name, picture, Pix keys and whatever else identifies you. The record of plays and money stays without your name, since the law and the verification of results ask for it.',
      first: 'Before: a balance of zero, no item in the inventory and nothing under way.',
      button: 'Close the account…',
      dialogTitle: 'Close the account for good?',
      dialogHint: 'This cannot be undone. A pause or self-exclusion that runs still holds for you.',
      type: (word) => `Type ${word} to confirm`,
      word: 'CLOSE',
      confirm: 'Close for good',
      left: 'Still to be settled:',
    },
  },
);
