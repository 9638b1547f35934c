import { defineTexts } from '../../../shared/texts/index.ts';

export const actionTexts = defineTexts(
  {
    what: (action: string, name: string) => `${action}: ${name}`,
    saldo: {
      title: 'Ajustar o saldo',
      add: 'Creditar',
      take: 'Debitar',
      amount: 'Valor',
      addEffect: (sum: string, name: string) => `Creditar põe ${sum} no saldo de ${name}, vindo da casa.`,
      takeEffect: (sum: string, name: string) => `Debitar tira ${sum} do saldo de ${name}, para a casa.`,
      hint: 'obrigatório; fica na auditoria e no extrato do jogador',
    },
    suspender: {
      title: 'Suspender a conta',
      label: 'Suspender',
      effect: (name: string) => `Suspender encerra as sessões de ${name} agora; ele não entra até ser reativado.`,
    },
    banir: {
      title: 'Banir',
      label: 'Banir',
      effect: (name: string) =>
        `Banir encerra as sessões de ${name} agora; ele não entra mais. O que é dele continua dele.`,
    },
    desbanir: {
      title: 'Desbanir',
      label: 'Desbanir',
      effect: (name: string) => `Desbanir deixa ${name} entrar de novo.`,
    },
    reativar: {
      title: 'Reativar a conta',
      label: 'Reativar',
      effect: (name: string) => `Reativar deixa ${name} entrar de novo.`,
    },
    sessoes: {
      title: 'Encerrar as sessões',
      label: 'Encerrar sessões',
      effect: (name: string) => `Encerrar desliga ${name} de todos os aparelhos agora; ele pode entrar de novo.`,
    },
    fator: {
      title: 'Zerar a verificação em duas etapas',
      label: 'Zerar 2FA',
      effect: (name: string) =>
        `Zerar desliga a verificação de ${name} e avisa; saques esperam o prazo de segurança depois de uma nova.`,
    },
  },
  {
    what: (action, name) => `${action}: ${name}`,
    saldo: {
      title: 'Adjust the balance',
      add: 'Credit',
      take: 'Debit',
      amount: 'Amount',
      addEffect: (sum, name) => `Crediting puts ${sum} on the balance of ${name}, from the house.`,
      takeEffect: (sum, name) => `Debiting takes ${sum} from the balance of ${name}, to the house.`,
      hint: 'required; stays in the audit log and in the statement of the player',
    },
    suspender: {
      title: 'Suspend the account',
      label: 'Suspend',
      effect: (name) => `Suspending ends the sessions of ${name} now; they cannot log in until they are reactivated.`,
    },
    banir: {
      title: 'Ban',
      label: 'Ban',
      effect: (name) => `Banning ends the sessions of ${name} now; they cannot log in. What is theirs stays theirs.`,
    },
    desbanir: {
      title: 'Lift the ban',
      label: 'Lift the ban',
      effect: (name) => `Lifting the ban lets ${name} log in again.`,
    },
    reativar: {
      title: 'Reactivate the account',
      label: 'Reactivate',
      effect: (name) => `Reactivating lets ${name} log in again.`,
    },
    sessoes: {
      title: 'End the sessions',
      label: 'End sessions',
      effect: (name) => `Ending logs ${name} out everywhere now; they can log in again.`,
    },
    fator: {
      title: 'Reset the second factor',
      label: 'Reset 2FA',
      effect: (name) =>
        `Resetting switches the second factor of ${name} off and notifies them; withdrawals wait after a new one.`,
    },
  },
);
