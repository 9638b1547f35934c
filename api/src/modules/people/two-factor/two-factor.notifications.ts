import type { NotificationContent } from '../notifications/index.ts';

/** What somebody else may have done is notified so that the owner can act: nothing leaves before the wait is over. */
const NOT_YOU = 'Se não foi você, encerre todas as sessões e fale com o suporte agora.';

const notice = (title: string, message: string, event: string): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message: `${message} ${NOT_YOU}`,
  metadata: { event },
});

export const factorEnabled = (): NotificationContent =>
  notice(
    'Verificação em duas etapas ativada',
    'Um aplicativo autenticador passou a proteger sua conta.',
    'TWO_FACTOR_ENABLED',
  );

export const factorDisabled = (): NotificationContent =>
  notice(
    'Verificação em duas etapas desativada',
    'Sua conta não pede mais um código do aplicativo autenticador.',
    'TWO_FACTOR_DISABLED',
  );

export const factorReset = (): NotificationContent =>
  notice(
    'Verificação em duas etapas redefinida',
    'O suporte removeu o aplicativo autenticador e os códigos de recuperação da sua conta.',
    'TWO_FACTOR_RESET',
  );

export const recoveryCodeUsed = (left: number): NotificationContent =>
  notice(
    'Código de recuperação usado',
    `Um código de recuperação foi usado na sua conta. Códigos restantes: ${left}.`,
    'RECOVERY_CODE_USED',
  );

export const recoveryCodesRenewed = (): NotificationContent =>
  notice(
    'Novos códigos de recuperação',
    'Os códigos de recuperação da sua conta foram trocados: os antigos não valem mais.',
    'RECOVERY_CODES_RENEWED',
  );

export const tooManyCodesTried = (): NotificationContent =>
  notice(
    'Muitos códigos incorretos',
    'Alguém digitou muitos códigos incorretos na sua conta. Novas tentativas ficam bloqueadas por alguns minutos.',
    'TWO_FACTOR_LOCKED',
  );
