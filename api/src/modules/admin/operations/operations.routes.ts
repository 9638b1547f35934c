import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { listView, pageOf, pageQuery } from '../../../platform/lists.ts';
import type { SettingState } from '../../../platform/settings/settings.ts';
import { changeSettings, previewSettings, type SettingsDeps } from './change-settings.ts';
import {
  ChangedSettings,
  noSettingNamed,
  PreviewedSettings,
  SettingList,
  SettingValues,
  SettingValuesOnly,
  settingView,
} from './operations.records.ts';
import { listLastChanges } from './operations.sql.ts';

export function operationsAdminRoutes(routes: Routes, deps: SettingsDeps): void {
  settingListRoute(routes, deps);
  settingChangeRoutes(routes, deps);
}

async function withLastChanges({ db }: SettingsDeps, states: readonly SettingState[]) {
  const keys = states.map(({ key }) => key);
  const changes = new Map((await listLastChanges(db, keys)).map((change) => [change.key, change]));
  return states.map((state) => settingView(state, changes.get(state.key) ?? null));
}

function settingListRoute(routes: Routes, deps: SettingsDeps): void {
  routes.get(
    '/admin/settings',
    {
      schema: {
        operationId: 'listSettings',
        summary: 'List the settings of the platform',
        description:
          'Lists the settings that administrators can change while the platform runs: the value in force, the ' +
          'default, the allowed values and their unit, and the last change.',
        querystring: pageQuery({}),
        response: { 200: SettingList },
      },
    },
    async ({ query }) => {
      const all = deps.settings.list();
      const page = pageOf(query);
      const shown = all.slice(page.offset, page.offset + page.limit);
      return listView(await withLastChanges(deps, shown), page, all.length);
    },
  );
}

function settingChangeRoutes(routes: Routes, deps: SettingsDeps): void {
  routes.post(
    '/admin/settings/preview',
    {
      schema: {
        operationId: 'previewSettings',
        summary: 'Preview a change of settings',
        description:
          'Changes nothing. The answer says which values would differ, which cases and shots would be paused or ' +
          'playable again, which prices would change, and the worth of all items of users afterwards. Values that ' +
          'the change would refuse are refused here, too.',
        body: SettingValuesOnly,
        response: { 200: PreviewedSettings },
      },
    },
    async ({ body }) => {
      if (Object.keys(body).length === 0) throw noSettingNamed();
      return previewSettings(deps, body);
    },
  );

  routes.patch(
    '/admin/settings',
    {
      schema: {
        operationId: 'changeSettings',
        summary: 'Change settings',
        description:
          'Takes new values by key and sets all of them or none: a key that does not exist, or a value that does not ' +
          'fit, refuses the whole and is named. The values are in force in every process at once, and recorded in ' +
          'the audit trail. If cases or shots that can be played now would be paused, since they would pay back more ' +
          'than they may (another `priceMargin`, a lower `maxCaseRtpPercent`), nothing is changed and a 409 lists ' +
          "them, unless `confirm` is true. The same holds for a `priceMargin` that moves the worth of users' items " +
          'by more than `maxPriceStepPercent`. A change that widens a limit or weakens a guard (`weakenedBy` of the ' +
          'setting; a `priceMargin` that moves that worth so far, or by more than `twoPersonCents`) needs a fresh ' +
          'second factor and, if there are several administrators, the same request by a second one, as decisions on ' +
          'money do.',
        body: SettingValues,
        response: { 200: ChangedSettings, ...errorAnswers(403, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const { confirm = false, reason = null, ...values } = request.body;
      if (Object.keys(values).length === 0) throw noSettingNamed();
      const editor = { actorId, sessionId, ip: request.ip, reason };
      return { data: await withLastChanges(deps, await changeSettings(deps, { values, confirm, editor })) };
    },
  );
}
