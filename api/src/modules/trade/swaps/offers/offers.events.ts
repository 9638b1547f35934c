import { defineEvent } from '../../../../platform/realtime/events.ts';
import { Swap } from './offers.schemas.ts';

export const swapCreated = defineEvent({
  name: 'swap:created',
  audience: 'user',
  description: 'Somebody offers you a swap: accept it or decline it. `GET /api/swap/my-swaps` has it too.',
  payload: Swap,
});

export const swapAccepted = defineEvent({
  name: 'swap:accepted',
  audience: 'user',
  description:
    'A swap that you offered was accepted: what you offered is gone, and `GET /api/inventory` has what was given for it.',
  payload: Swap,
});

export const swapCancelled = defineEvent({
  name: 'swap:cancelled',
  audience: 'user',
  description: 'A swap that was offered to you was withdrawn by its creator.',
  payload: Swap,
});

export const swapDeclined = defineEvent({
  name: 'swap:declined',
  audience: 'user',
  description: 'A swap that you offered was declined: its items are AVAILABLE to you again.',
  payload: Swap,
});
