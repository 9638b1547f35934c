import { type NotificationContent, securityNotice } from '../notifications/index.ts';

export const factorEnabled = (): NotificationContent =>
  securityNotice('TWO_FACTOR_ENABLED', {
    title: 'Verificação em duas etapas ativada',
    message: 'Um aplicativo autenticador passou a proteger sua conta.',
    en: {
      title: 'Two-step verification is on',
      message: 'An authenticator app protects your account from now on.',
    },
  });

export const factorDisabled = (): NotificationContent =>
  securityNotice('TWO_FACTOR_DISABLED', {
    title: 'Verificação em duas etapas desativada',
    message: 'Sua conta não pede mais um código do aplicativo autenticador.',
    en: {
      title: 'Two-step verification is off',
      message: 'Your account asks for no code of an authenticator app any more.',
    },
  });

export const factorReset = (): NotificationContent =>
  securityNotice('TWO_FACTOR_RESET', {
    title: 'Verificação em duas etapas redefinida',
    message: 'O suporte removeu o aplicativo autenticador e os códigos de recuperação da sua conta.',
    en: {
      title: 'Two-step verification was reset',
      message: 'Support has removed the authenticator app and the recovery codes of your account.',
    },
  });

export const recoveryCodeUsed = (left: number): NotificationContent =>
  securityNotice('RECOVERY_CODE_USED', {
    title: 'Código de recuperação usado',
    message: `Um código de recuperação foi usado na sua conta. Códigos restantes: ${left}.`,
    en: {
      title: 'A recovery code was used',
      message: `A recovery code was used for your account. Codes that are left: ${left}.`,
    },
  });

export const recoveryCodesRenewed = (): NotificationContent =>
  securityNotice('RECOVERY_CODES_RENEWED', {
    title: 'Novos códigos de recuperação',
    message: 'Os códigos de recuperação da sua conta foram trocados: os antigos não valem mais.',
    en: {
      title: 'There are new recovery codes',
      message: 'The recovery codes of your account were replaced: the old ones are no longer valid.',
    },
  });

export const tooManyCodesTried = (): NotificationContent =>
  securityNotice('TWO_FACTOR_LOCKED', {
    title: 'Muitos códigos incorretos',
    message:
      'Alguém digitou muitos códigos incorretos na sua conta. Novas tentativas ficam bloqueadas por alguns minutos.',
    en: {
      title: 'Too many wrong codes',
      message: 'Somebody has typed too many wrong codes for your account. No more are taken for some minutes.',
    },
  });
