import type { NotificationContent } from '../../people/notifications/index.ts';

export function upgradePerformed(
  upgradeId: string,
  status: 'WON' | 'LOST',
  targetItemName: string,
): NotificationContent {
  const metadata = { targetItemName, upgradeId };
  return status === 'WON'
    ? {
        type: 'UPGRADE_SUCCESS',
        title: 'Upgrade bem-sucedido',
        message: `Seu upgrade deu certo e você ganhou ${targetItemName}.`,
        en: { title: 'Your upgrade succeeded', message: `Your upgrade succeeded and you have won ${targetItemName}.` },
        metadata,
      }
    : {
        type: 'UPGRADE_FAIL',
        title: 'Upgrade sem sucesso',
        message: `Seu upgrade para ${targetItemName} não deu certo desta vez.`,
        en: { title: 'Your upgrade failed', message: `Your upgrade to ${targetItemName} did not succeed this time.` },
        metadata,
      };
}
