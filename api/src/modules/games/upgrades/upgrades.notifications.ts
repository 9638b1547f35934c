import type { NotificationContent } from '../../people/notifications/index.ts';

/** In Portuguese, since the players are Brazilian. */
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
        metadata,
      }
    : {
        type: 'UPGRADE_FAIL',
        title: 'Upgrade sem sucesso',
        message: `Seu upgrade para ${targetItemName} não deu certo desta vez.`,
        metadata,
      };
}
