import type { NotificationContent, OwnWords } from '../notifications/index.ts';

/** The owner has time to act, since withdrawals wait. */
const NOT_YOU = {
  pt: 'Se não foi você, encerre todas as sessões e fale com o suporte agora.',
  en: 'If it was not you, end all sessions and talk to support now.',
};

const notice = (event: string, { title, message, en }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message: `${message} ${NOT_YOU.pt}`,
  en: { title: en.title, message: `${en.message} ${NOT_YOU.en}` },
  metadata: { event },
});

export const factorEnabled = (): NotificationContent =>
  notice('TWO_FACTOR_ENABLED', {
    title: 'Verificação em duas etapas ativada',
    message: 'Um aplicativo autenticador passou a proteger sua conta.',
    en: {
      title: 'Two-step verification is on',
      message: 'An authenticator app protects your account from now on.',
    },
  });

export const factorDisabled = (): NotificationContent =>
  notice('TWO_FACTOR_DISABLED', {
    title: 'Verificação em duas etapas desativada',
    message: 'Sua conta não pede mais um código do aplicativo autenticador.',
    en: {
      title: 'Two-step verification is off',
      message: 'Your account asks for no code of an authenticator app any more.',
    },
  });

export const factorReset = (): NotificationContent =>
  notice('TWO_FACTOR_RESET', {
    title: 'Verificação em duas etapas redefinida',
    message: 'O suporte removeu o aplicativo autenticador e os códigos de recuperação da sua conta.',
    en: {
      title: 'Two-step verification was reset',
      message: 'Support has removed the authenticator app and the recovery codes of your account.',
    },
  });

export const recoveryCodeUsed = (left: number): NotificationContent =>
  notice('RECOVERY_CODE_USED', {
    title: 'Código de recuperação usado',
    message: `Um código de recuperação foi usado na sua conta. Códigos restantes: ${left}.`,
    en: {
      title: 'A recovery code was used',
      message: `A recovery code was used for your account. Codes that are left: ${left}.`,
    },
  });

export const recoveryCodesRenewed = (): NotificationContent =>
  notice('RECOVERY_CODES_RENEWED', {
    title: 'Novos códigos de recuperação',
    message: 'Os códigos de recuperação da sua conta foram trocados: os antigos não valem mais.',
    en: {
      title: 'There are new recovery codes',
      message: 'The recovery codes of your account were replaced: the old ones are no longer valid.',
    },
  });

export const tooManyCodesTried = (): NotificationContent =>
  notice('TWO_FACTOR_LOCKED', {
    title: 'Muitos códigos incorretos',
    message:
      'Alguém digitou muitos códigos incorretos na sua conta. Novas tentativas ficam bloqueadas por alguns minutos.',
    en: {
      title: 'Too many wrong codes',
      message: 'Somebody has typed too many wrong codes for your account. No more are taken for some minutes.',
    },
  });
