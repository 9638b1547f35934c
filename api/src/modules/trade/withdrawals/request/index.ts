export {
  autoApprovalDailyLimitSetting,
  autoApprovalMinAccountHoursSetting,
  autoApprovalQuietHoursSetting,
} from './auto-approval-settings.ts';
export { withdrawalsFollow } from './person-facts.ts';
export { requestPlayerRoutes } from './request.routes.ts';
export type { RequestDeps } from './request-withdrawal.ts';
