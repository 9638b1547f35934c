import type { ErrorTexts } from '../../../shared/errors/error-texts.ts';
import { defineTexts } from '../../../shared/texts/index.ts';

const ptErrors: ErrorTexts = {};
const enErrors: ErrorTexts = {
  DEPOSIT_OUT_OF_LIMITS: ({ leastCents = '0', mostCents = '0' }, { money }) =>
    `A deposit is from ${money(leastCents)} to ${money(mostCents)}.`,
  TOO_MANY_OPEN_DEPOSITS: ({ most = '' }) =>
    `You have ${most} codes that wait for their payment: pay one of them, or wait until one expires.`,
  PAYMENTS_UNAVAILABLE: 'The bank did not answer, and no code was made. Try again in a moment.',
  DEPOSIT_NOT_FOUND: 'There is no such deposit.',
};

export const texts = defineTexts(
  {
    errors: ptErrors,
    age: {
      title: 'Você tem 18 anos ou mais?',
      why: 'Só maiores de 18 anos podem depositar e jogar. Perguntamos uma vez, antes do primeiro depósito.',
      check: 'Tenho 18 anos ou mais',
      confirm: 'Confirmar e continuar',
    },
    barred: {
      PAUSE: 'Você está em pausa',
      EXCLUSION: 'Você está em autoexclusão',
      hint: (until: string) =>
        `Depósitos e jogos voltam em ${until}. Ninguém encurta esse prazo, nem o suporte. Vender e sacar continuam abertos.`,
    },
    off: { title: 'Depósitos estão fora do ar', hint: 'O Pix não está disponível agora. O seu saldo continua aqui.' },
    hindrances: {
      openCharges: (count: string) => `${count} códigos esperam o pagamento. Pague um deles ou espere que vença.`,
      limit: (left: string) =>
        `O seu limite de depósitos deixa ainda ${left}, menos que o menor depósito. O que espera pagamento conta.`,
    },
    amount: {
      title: 'Depositar por Pix',
      other: 'Outro valor',
      lead: 'Escolha um valor e pague no aplicativo do seu banco. O saldo aparece em segundos, sem taxa.',
      label: 'Valor do depósito',
      presets: 'Valores prontos',
      range: (least: string, most: string) => `De ${least} a ${most} por Pix`,
      open: (most: string) => `até ${most} códigos abertos`,
      left: (sum: string) => `o seu limite deixa ainda ${sum}`,
      make: (amount: string) => `Gerar Pix de ${amount}`,
      makePlain: 'Gerar Pix',
    },
    waiting: {
      title: 'Aguardando o seu Pix',
      hint: 'Esta página muda sozinha quando o banco avisar, quase sempre em segundos.',
      number: (id: string) => `Depósito ${id}`,
      exact: 'Valor exato',
      left: 'restam',
      code: 'Pix copia e cola',
      copy: 'Copiar código Pix',
      orScan: 'ou leia com outro celular',
      picture: 'QR code do Pix',
      aim: 'Aponte a câmera no aplicativo do banco',
      created: 'Código criado',
      awaiting: 'Esperando o pagamento',
      until: (time: string) => `Vale até ${time}. Depois disso, gere outro; o valor que chegar tarde não se perde.`,
      credited: 'Saldo creditado',
      free: 'Sem taxa',
      paidHint: 'Pagou e não apareceu em 5 minutos? Guarde o comprovante: o Pix é achado por ele.',
      check: 'Já paguei, conferir',
      checked: (time: string) => `Conferido às ${time}: o banco ainda não avisou.`,
      sandbox: 'Ambiente de teste: pagar no sandbox',
    },
    done: {
      title: 'Pix recebido',
      credited: (amount: string) => `${amount} já estão no seu saldo.`,
      balance: 'Saldo agora',
      play: 'Ver as caixas',
      again: 'Depositar de novo',
    },
    expired: {
      title: 'Este código venceu',
      hint: 'Se você pagou no fim do prazo, espere: o valor é creditado mesmo assim. Se não pagou, gere outro código.',
    },
    rejected: { title: 'Este depósito foi recusado', hint: 'Fale com o suporte se o valor saiu da sua conta.' },
    noCode: 'O banco não gerou um código para este depósito. Gere outro.',
    rules: 'O Pix deve sair de uma conta no seu nome.',
    adults: 'Só para maiores de 18 anos.',
    recent: {
      title: 'Últimos depósitos',
      none: 'Os seus depósitos aparecem aqui.',
      open: 'Continuar',
      status: {
        PENDING: 'Aguardando',
        CONFIRMED: 'Creditado',
        EXPIRED: 'Venceu sem pagamento',
        REJECTED: 'Recusado',
      },
    },
  },
  {
    errors: enErrors,
    age: {
      title: 'Are you 18 or older?',
      why: 'Only adults may deposit and play. We ask once, before the first deposit.',
      check: 'I am 18 or older',
      confirm: 'Confirm and go on',
    },
    barred: {
      PAUSE: 'You are on a pause',
      EXCLUSION: 'You have excluded yourself',
      hint: (until) =>
        `Deposits and games are open again on ${until}. Nobody makes that earlier, support neither. You can still sell and withdraw.`,
    },
    off: { title: 'Deposits are off', hint: 'Pix is not available right now. Your balance stays here.' },
    hindrances: {
      openCharges: (count) => `${count} codes wait for their payment. Pay one of them or wait until it expires.`,
      limit: (left) =>
        `Your limit of deposits leaves ${left}, less than the least deposit. What waits for its payment counts.`,
    },
    amount: {
      title: 'Deposit by Pix',
      other: 'Another amount',
      lead: 'Choose an amount and pay it in the app of your bank. The balance has it within seconds, free of charge.',
      label: 'Amount of the deposit',
      presets: 'Amounts to choose from',
      range: (least, most) => `From ${least} to ${most} by Pix`,
      open: (most) => `up to ${most} open codes`,
      left: (sum) => `your limit leaves ${sum}`,
      make: (amount) => `Make a Pix of ${amount}`,
      makePlain: 'Make a Pix',
    },
    waiting: {
      title: 'Waiting for your Pix',
      hint: 'This page changes by itself when the bank says so, mostly within seconds.',
      number: (id) => `Deposit ${id}`,
      exact: 'Exact amount',
      left: 'left',
      code: 'Pix copy and paste',
      copy: 'Copy the Pix code',
      orScan: 'or scan it with another telephone',
      picture: 'QR code of the Pix',
      aim: 'Scan it in the app of your bank',
      created: 'Code made',
      awaiting: 'Waiting for the payment',
      until: (time) => `Good until ${time}. After that make another one; money that comes late is not lost.`,
      credited: 'Balance credited',
      free: 'Free of charge',
      paidHint: 'Paid, and nothing after 5 minutes? Keep the receipt: a Pix is found by it.',
      check: 'I have paid, check',
      checked: (time) => `Checked at ${time}: the bank has not told us yet.`,
      sandbox: 'Test environment: pay in the sandbox',
    },
    done: {
      title: 'Pix received',
      credited: (amount) => `${amount} is on your balance.`,
      balance: 'Balance now',
      play: 'See the cases',
      again: 'Deposit again',
    },
    expired: {
      title: 'This code has expired',
      hint: 'If you paid at the last moment, wait: the money is credited all the same. If you did not, make another code.',
    },
    rejected: { title: 'This deposit was refused', hint: 'Talk to support if the money has left your account.' },
    noCode: 'The bank made no code for this deposit. Make another one.',
    rules: 'The Pix must come from an account in your name.',
    adults: 'For adults only.',
    recent: {
      title: 'Latest deposits',
      none: 'Your deposits appear here.',
      open: 'Go on',
      status: { PENDING: 'Waiting', CONFIRMED: 'Credited', EXPIRED: 'Expired unpaid', REJECTED: 'Refused' },
    },
  },
);
