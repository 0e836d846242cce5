import { type RawBuilder, sql } from 'kysely'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { namesPages } from '#contract/rule-pages.ts'

/** The condition that a rule holds on the page in a column, as `isOnPage` says it in the contract. */
export function onPage(
  conditions: AutoTagRule['conditions'],
  path: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!namesPages(conditions)) return sql`true`
  const exact = (conditions.exactPage ?? []).map((page) => page.replace(/\/+$/, ''))
  return sql`(exists (select from unnest(${conditions.page ?? []}::text[]) as named (part) where strpos(${path}, part) > 0)
    or rtrim(${path}, '/') = any(${exact}::text[]))`
}
