import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { pageOf, pageOfAll, pageQuery } from '../../../platform/lists.ts';
import { changeSettings, type SettingsDeps } from './change-settings.ts';
import { noSettingNamed } from './operations.errors.ts';
import { ChangedSettings, SettingList, SettingValues, settingView } from './operations.schemas.ts';

export function operationsAdminRoutes(routes: Routes, deps: SettingsDeps): void {
  routes.get(
    '/admin/settings',
    {
      schema: {
        operationId: 'listSettings',
        summary: 'Settings of the platform',
        description:
          'What administrators can change while the platform runs, with the values in force and the defaults.',
        querystring: pageQuery({}),
        response: { 200: SettingList },
      },
    },
    async ({ query }) => pageOfAll(deps.settings.list().map(settingView), pageOf(query)),
  );

  routes.patch(
    '/admin/settings',
    {
      schema: {
        operationId: 'changeSettings',
        summary: 'Change settings',
        description:
          'New values by key, all of them or none: a key that does not exist, or a value that does not fit, refuses the ' +
          'whole and is named. In force in every process at once, and recorded in the audit trail. Where cases or shots ' +
          'that can be played now would be paused, since they would pay back more than they may (another ' +
          '`priceMargin`, a lower `maxCaseRtpPercent`), nothing is changed and a 409 lists them, unless `confirm` is true; so is a ' +
          '`priceMargin` that moves what users own by more than `maxPriceStepPercent`. What ' +
          'guards money less (`decisionFactorMinutes`, `twoPersonCents`, `withdrawalWaitHours`, `autoApproval…`) takes a ' +
          'fresh second factor and, where there are several administrators, the same call by a second one, as decisions on ' +
          'money do.',
        body: SettingValues,
        response: { 200: ChangedSettings, ...errorAnswers(403, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const { confirm = false, ...values } = request.body;
      if (Object.keys(values).length === 0) throw noSettingNamed();
      const changed = await changeSettings(deps, { values, confirm, editor: { actorId, sessionId, ip: request.ip } });
      return { data: changed.map(settingView) };
    },
  );
}
