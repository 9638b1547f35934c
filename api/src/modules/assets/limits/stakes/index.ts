export { chargeWithinLimits, payAndCount, returnAndCount } from './stakes.ts';
