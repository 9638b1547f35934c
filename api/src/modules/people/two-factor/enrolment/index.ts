export { eraseSecondFactor } from './disable-second-factor.ts';
export { twoFactorAdminRoutes } from './enrolment.admin-routes.ts';
export { twoFactorPlayerRoutes } from './enrolment.routes.ts';
export { SecondFactorCode } from './enrolment.schemas.ts';
