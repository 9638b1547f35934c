import type { LimitKindName, LimitPeriodName } from '../../../shared/limits/LimitBar.tsx';

export interface EditedLimit {
  kind: LimitKindName;
  period: LimitPeriodName;
}
