import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageOfAll, pageQuery } from '../../../../platform/lists.ts';
import type { CaseOpenings } from '../cases.records.ts';
import { isActive, readActiveCaseItems, readVersion } from './case-catalogue.ts';
import { countCases, countCasesByCategory, listCases } from './cases.sql.ts';
import {
  CaseCategories,
  CaseItems,
  CaseList,
  CasePageView,
  CaseProbabilities,
  CaseVersionView,
  caseItemsView,
  casePageView,
  caseProbabilitiesView,
  caseVersionView,
  caseView,
} from './catalogue.records.ts';
import { CaseKeyParams, CaseListQuery, caseFilterOf, caseOrderOf, VersionParams } from './given-cases.records.ts';

export interface CatalogueDeps {
  db: Db;
  readOpenings(): Promise<CaseOpenings>;
}

export function casesPublicRoutes(routes: Routes, deps: CatalogueDeps): void {
  caseShopRoutes(routes, deps);
  caseContentsRoutes(routes, deps);
}

function caseShopRoutes(routes: Routes, { db, readOpenings }: CatalogueDeps): void {
  routes.get(
    '/cases',
    {
      schema: {
        operationId: 'listCases',
        summary: 'List cases',
        description:
          'Lists active cases in the order of a shop: by their categories, in the order of the setting ' +
          '`caseCategoryOrder`, by their place in it, then by price, unless another order is asked for. `slug` finds ' +
          "the case of a page's address.",
        querystring: CaseListQuery,
        response: { 200: CaseList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const filter = { ...caseFilterOf(query), status: 'ACTIVE' as const };
      const openings = await readOpenings();
      const [cases, total] = await Promise.all([
        listCases(db, filter, { ...caseOrderOf(query, 'display'), openings }, page),
        countCases(db, filter),
      ]);
      return listView(
        cases.filter(isActive).map((each) => caseView(each, openings)),
        page,
        total,
      );
    },
  );

  routes.get(
    '/cases/categories',
    {
      schema: {
        operationId: 'listCaseCategories',
        summary: 'List categories of cases',
        description:
          'Lists the categories that have active cases, each with the number of them, in the order of the setting ' +
          '`caseCategoryOrder`; categories that it does not name come last, in alphabetical order. Their pictures ' +
          'are those of the setting `caseCategoryPictures`.',
        querystring: pageQuery({}),
        response: { 200: CaseCategories },
      },
    },
    async ({ query }) => pageOfAll(await countCasesByCategory(db), pageOf(query)),
  );

  routes.get(
    '/cases/:id',
    {
      schema: {
        operationId: 'getCase',
        summary: 'Read a case with its contents',
        description:
          'Answers an active case by its id or its slug: its items with pictures, chances and ranges, and its ' +
          'average return. Drafts and archived cases are not found.',
        params: CaseKeyParams,
        response: { 200: CasePageView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const [[found, items], openings] = await Promise.all([readActiveCaseItems(db, params.id), readOpenings()]);
      return casePageView(found, items, openings);
    },
  );
}

function caseContentsRoutes(routes: Routes, { db }: CatalogueDeps): void {
  routes.get(
    '/cases/:id/items',
    {
      schema: {
        operationId: 'listCaseItems',
        summary: 'List the contents of a case',
        description:
          'Lists the items of the version that is played now, in the order of their ranges. A roll gives the item ' +
          'with `hashRangeStart <= roll <= hashRangeEnd`.',
        params: CaseKeyParams,
        response: { 200: CaseItems, ...errorAnswers(404) },
      },
    },
    async ({ params }) => caseItemsView(...(await readActiveCaseItems(db, params.id))),
  );

  routes.get(
    '/cases/:id/probabilities',
    {
      schema: {
        operationId: 'getCaseProbabilities',
        summary: 'Read the exact chances of a case',
        description:
          'Answers the chance of each item and the average return of the case. One roll of 10000000 is exactly ' +
          '0.00001 percent, so that the percentages are exact and sum to 100. The average is exact too, up to one ' +
          'rounding to 4 decimals, a half up. The second wheel has no roll of its own and changes no chance.',
        params: CaseKeyParams,
        response: { 200: CaseProbabilities, ...errorAnswers(404) },
      },
    },
    async ({ params }) => caseProbabilitiesView(...(await readActiveCaseItems(db, params.id))),
  );

  routes.get(
    '/cases/:id/versions/:number',
    {
      schema: {
        operationId: 'getCaseVersion',
        summary: 'Read a version of a case',
        description:
          'Every edit of the contents of a case makes a new version, counted from 1, and every opening names the ' +
          'version that it was played on. The ranges of a version never change, and stay public when the case is ' +
          'archived: with an opening they are enough to check its item. Names and values are the present ones.',
        params: VersionParams,
        response: { 200: CaseVersionView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => caseVersionView(await readVersion(db, toId(params.id), params.number, 'ANYBODY')),
  );
}
