import type { ItemWithdrawal, WithdrawalStepName } from '../../../data/generated/api.ts';
import { defineTexts } from '../../../shared/texts/index.ts';

type Status = ItemWithdrawal['status'];
interface WithdrawalWords {
  statuses: Record<Status, string>;
  /** One sentence tells the player what happens now and what to do. */
  sentences: Record<Status, string>;
  steps: Record<WithdrawalStepName, { ahead: string; done: string; hint: string; doneHint?: string }>;
  withdrawal: (id: string) => string;
  withdrawalPlain: string;
  none: string;
  noneHint: string;
  refresh: string;
  updated: (ago: string) => string;
  until: (time: string) => string;
  by: (time: string) => string;
  timeLeft: string;
  overdue: string;
  paid: (sum: string) => string;
  accept: string;
  acceptLater: string;
  why: (reason: string) => string;
  close: string;
  cancel: { cancel: string; keep: string; title: string; hint: (item: string) => string };
  requestedAt: string;
  form: {
    title: string;
    how: string;
    points: readonly string[];
    confirm: string;
    tradeUrl: string;
    tradeUrlWhy: string;
    tradeUrlWhere: string;
    tradeUrlLabel: string;
    tradeUrlSave: string;
    back: string;
  };
  refused: {
    title: string;
    stays: string;
    worth: string;
    ceiling: string;
    market: string;
    nobodySells: string;
    tooExpensive: (market: string, ceiling: string) => string;
    unknown: string;
    why: string;
    swap: string;
    sellInstead: string;
    sellers: { one: string; other: string };
  };
}

export const withdrawalWords = defineTexts<WithdrawalWords>(
  {
    statuses: {
      PENDING_APPROVAL: 'Em análise',
      PENDING: 'Comprando',
      WAITING_SELLER: 'A caminho da Steam',
      TRADE_SENT: 'Aceite na Steam',
      COMPLETED: 'Entregue',
      CANCELLED: 'Cancelada',
      FAILED: 'Não deu certo',
    },
    sentences: {
      PENDING_APPROVAL: 'Uma pessoa da equipe confere este pedido antes da compra. Você não precisa fazer nada agora.',
      PENDING: 'Estamos comprando o item no mercado. Você não precisa fazer nada agora.',
      WAITING_SELLER: 'O vendedor vai mandar a troca para a sua Steam. Você não precisa fazer nada agora.',
      TRADE_SENT: 'A troca chegou na sua Steam. Confira o nome do vendedor e aceite por lá.',
      COMPLETED: 'O item está na sua Steam. Pela regra da Steam, a troca fica protegida por 7 dias.',
      CANCELLED: 'A retirada foi cancelada e o item voltou para o seu inventário.',
      FAILED: 'Não foi possível comprar ou entregar. O item voltou para o seu inventário.',
    },
    steps: {
      REQUESTED: { ahead: 'Pedido', done: 'Pedido feito', hint: '', doneHint: 'O item saiu da lista de itens livres.' },
      REVIEWED: {
        ahead: 'Uma pessoa confere',
        done: 'Conferido',
        hint: 'Acontece em contas novas, valores altos ou depois de uma mudança de segurança. Se não for aprovado, o item volta para cá.',
      },
      BOUGHT: {
        ahead: 'Compra no mercado',
        done: 'Comprado no mercado',
        hint: 'Quem paga é a casa, nada a mais de você. Se não der certo, o item volta para cá.',
        doneHint: 'Quem pagou foi a casa, nada a mais de você.',
      },
      SENT: {
        ahead: 'Vendedor manda a troca',
        done: 'Troca enviada',
        hint: 'Se ele não mandar a tempo, o item volta para cá.',
      },
      ACCEPTED: {
        ahead: 'Você aceita na Steam',
        done: 'Entregue na sua Steam',
        hint: 'Confira o nome do vendedor antes de aceitar. Sem aceite, a troca vence e o item volta para cá.',
        doneHint: 'A Steam protege a troca por 7 dias.',
      },
      ENDED: { ahead: 'Encerrada', done: 'Encerrada', hint: 'O item voltou para o seu inventário.' },
    },
    withdrawal: (id) => `Retirada ${id}`,
    withdrawalPlain: 'Retirada',
    none: 'Nenhuma retirada ainda',
    noneHint: 'Escolha um item e aperte Retirar: ele vai para a sua conta Steam.',
    refresh: 'Atualizar',
    updated: (ago) => `atualizado ${ago}`,
    until: (time) => `O vendedor tem até ${time}`,
    by: (time) => `Até ${time}`,
    timeLeft: 'tempo restante',
    overdue: 'O prazo passou. Estamos conferindo com o mercado.',
    paid: (sum) => `Pagamos ${sum} ao vendedor`,
    accept: 'Aceitar na Steam',
    acceptLater: 'O botão acende quando a troca chegar.',
    why: (reason) => `Motivo informado: ${reason}`,
    close: 'Fechar',
    cancel: {
      cancel: 'Cancelar retirada',
      keep: 'Manter',
      title: 'Cancelar esta retirada?',
      hint: (item) =>
        `Nada foi comprado ainda. ${item} volta na hora para o seu inventário, e você pode pedir de novo.`,
    },
    requestedAt: 'Pedida em',
    form: {
      title: 'Retirar para a Steam',
      how: 'Compramos um item igual no mercado e o vendedor manda direto para a sua conta Steam.',
      points: [
        'Quem paga a compra é a casa; de você não sai mais nada.',
        'Comparamos com o preço do mercado na hora. Se ele pedir mais do que podemos pagar, avisamos e nada muda.',
        'Se a entrega não acontecer, o item volta para o seu inventário.',
      ],
      confirm: 'Confirmar retirada',
      tradeUrl: 'Para onde mandamos?',
      tradeUrlWhy: 'Falta a sua URL de troca: é por ela que o vendedor encontra a sua conta. Ela fica salva no perfil.',
      tradeUrlWhere: 'Abrir a página da Steam onde ela está',
      tradeUrlLabel: 'URL de troca da Steam',
      tradeUrlSave: 'Salvar URL de troca',
      back: 'Voltar',
    },
    refused: {
      title: 'Agora não dá para retirar este item',
      stays: 'Ele continua no seu inventário e nada foi cobrado.',
      worth: 'O item vale aqui',
      ceiling: 'Podemos pagar até',
      market: 'O mercado pede a partir de',
      nobodySells: 'Ninguém está vendendo este item no mercado agora.',
      tooExpensive: (market, ceiling) =>
        `No mercado o mais barato custa ${market}, e por este item podemos pagar até ${ceiling}.`,
      unknown: 'O mercado não tem este item exato agora, ou não respondeu.',
      why: 'O que podemos pagar é o valor do item sem a margem da casa. Preços mudam: vale tentar de novo mais tarde.',
      swap: 'Outro caminho é trocar por um item de valor parecido.',
      sellInstead: 'Vender em vez disso',
      sellers: { one: 'à venda', other: 'à venda' },
    },
  },
  {
    statuses: {
      PENDING_APPROVAL: 'Under review',
      PENDING: 'Being bought',
      WAITING_SELLER: 'On its way to Steam',
      TRADE_SENT: 'Accept it on Steam',
      COMPLETED: 'Delivered',
      CANCELLED: 'Cancelled',
      FAILED: 'Did not work',
    },
    sentences: {
      PENDING_APPROVAL:
        'A person of the team looks at this request before anything is bought. There is nothing to do now.',
      PENDING: 'We are buying the item on the marketplace. There is nothing to do now.',
      WAITING_SELLER: 'The seller will send the trade to your Steam account. There is nothing to do now.',
      TRADE_SENT: 'The trade has reached your Steam account. Check the name of the seller and accept it there.',
      COMPLETED: 'The item is on your Steam account. By the rules of Steam the trade is protected for 7 days.',
      CANCELLED: 'The withdrawal was cancelled and the item is back in your inventory.',
      FAILED: 'It could not be bought or delivered. The item is back in your inventory.',
    },
    steps: {
      REQUESTED: { ahead: 'Request', done: 'Requested', hint: '', doneHint: 'The item left the list of free items.' },
      REVIEWED: {
        ahead: 'A person looks at it',
        done: 'Looked at',
        hint: 'That happens to new accounts, high values, and after a change of security. If it is not approved, the item comes back.',
      },
      BOUGHT: {
        ahead: 'Bought on the marketplace',
        done: 'Bought on the marketplace',
        hint: 'The house pays, and you nothing more. If it fails, the item comes back.',
        doneHint: 'The house has paid, and you nothing more.',
      },
      SENT: {
        ahead: 'The seller sends the trade',
        done: 'Trade sent',
        hint: 'If it is not sent in time, the item comes back.',
      },
      ACCEPTED: {
        ahead: 'You accept it on Steam',
        done: 'Delivered to your Steam account',
        hint: 'Check the name of the seller first. Unless it is accepted, the trade expires and the item comes back.',
        doneHint: 'Steam protects the trade for 7 days.',
      },
      ENDED: { ahead: 'Ended', done: 'Ended', hint: 'The item is back in your inventory.' },
    },
    withdrawal: (id) => `Withdrawal ${id}`,
    withdrawalPlain: 'Withdrawal',
    none: 'No withdrawals yet',
    noneHint: 'Choose an item and press Withdraw: it goes to your Steam account.',
    refresh: 'Refresh',
    updated: (ago) => `updated ${ago}`,
    until: (time) => `The seller has until ${time}`,
    by: (time) => `Until ${time}`,
    timeLeft: 'time left',
    overdue: 'The deadline has passed. We are asking the marketplace.',
    paid: (sum) => `We paid the seller ${sum}`,
    accept: 'Accept on Steam',
    acceptLater: 'The button lights up once the trade has arrived.',
    why: (reason) => `Reason given: ${reason}`,
    close: 'Close',
    cancel: {
      cancel: 'Cancel withdrawal',
      keep: 'Keep it',
      title: 'Cancel this withdrawal?',
      hint: (item) => `Nothing was bought yet. ${item} is back in your inventory at once, and you can ask again.`,
    },
    requestedAt: 'Requested',
    form: {
      title: 'Withdraw to Steam',
      how: 'We buy the same item on the marketplace, and its seller sends it straight to your Steam account.',
      points: [
        'The house pays for it; you pay nothing more.',
        'We compare with the price of the marketplace at that moment. If it asks for more than we can pay, we say so and nothing changes.',
        'If it is not delivered, the item comes back to your inventory.',
      ],
      confirm: 'Confirm withdrawal',
      tradeUrl: 'Where shall we send it?',
      tradeUrlWhy: 'Your trade URL is missing: the seller finds your account by it. It is saved in your profile.',
      tradeUrlWhere: 'Open the page of Steam where it is',
      tradeUrlLabel: 'Steam trade URL',
      tradeUrlSave: 'Save trade URL',
      back: 'Back',
    },
    refused: {
      title: 'This item cannot be withdrawn now',
      stays: 'It stays in your inventory, and nothing was charged.',
      worth: 'The item is worth here',
      ceiling: 'We can pay up to',
      market: 'The marketplace asks from',
      nobodySells: 'Nobody is selling this item on the marketplace now.',
      tooExpensive: (market, ceiling) =>
        `The cheapest on the marketplace costs ${market}, and we can pay up to ${ceiling} for this item.`,
      unknown: 'The marketplace does not have exactly this item now, or did not answer.',
      why: 'What we can pay is the value of the item without the margin of the house. Prices change: try again later.',
      swap: 'Another way is to swap it for an item of similar value.',
      sellInstead: 'Sell it instead',
      sellers: { one: 'for sale', other: 'for sale' },
    },
  },
);
