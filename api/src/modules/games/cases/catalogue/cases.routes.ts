import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageOfAll, pageQuery } from '../../../../platform/lists.ts';
import type { CaseOpenings } from '../cases.types.ts';
import {
  CaseItems,
  CaseProbabilities,
  CaseVersionView,
  caseItemsView,
  caseProbabilitiesView,
  caseVersionView,
  VersionParams,
} from './case-contents.schemas.ts';
import {
  CaseCategories,
  CaseKeyParams,
  CaseList,
  CaseListQuery,
  CasePageView,
  caseFilterOf,
  caseOrderOf,
  casePageView,
  caseView,
} from './cases.schemas.ts';
import { countCases, countCasesByCategory, listCases } from './cases.sql.ts';
import { isActive, readActiveCaseItems, readVersion } from './read-case.ts';

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
          'Active cases as a shop shows them: by the order of their categories, which administrators choose (setting ' +
          '`caseCategoryOrder`), by their place in it, then by price; unless another order is asked for. A page whose ' +
          'address has the slug of a case finds the case by `slug`.',
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
          'The categories that have active cases, each with their number, in the order of the setting ' +
          '`caseCategoryOrder`; those that it does not name come last, in the order of the alphabet. Their pictures are those of the ' +
          'setting `caseCategoryPictures`.',
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
          'A case that is active, by its id or its slug: its items with pictures, chances and ranges, and what it pays back on ' +
          'average. Drafts and archived cases are not found.',
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
          'The items of the version that is played now, in the order of their ranges. A roll gives the item with ' +
          '`hashRangeStart <= roll <= hashRangeEnd`.',
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
          'The chance of each item and what the case pays back on average. One roll of 10000000 is exactly 0.00001 ' +
          'percent, so that the percentages are exact and sum to 100. The average is exact too, up to one rounding to ' +
          '4 decimals, a half up. The second wheel has no roll of its own and changes no chance.',
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
          'Every edit of what a case holds makes a new version, counted from 1, and every opening names the one that it ' +
          'was played on. The ranges of a version never change, and stay public when the case is archived: with an ' +
          'opening they are all that is needed to check its item. Names and values are those of now.',
        params: VersionParams,
        response: { 200: CaseVersionView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => caseVersionView(await readVersion(db, toId(params.id), params.number, 'ANYBODY')),
  );
}
