import type { Attribution, AttributionKey } from '#contract/attribution.ts'
import type { Person } from './person.ts'

const campaignKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly AttributionKey[]

/** The five campaign parameters that are known; others are left out. */
export const campaignOf = (attribution: Attribution): Record<string, string> =>
  Object.fromEntries(
    campaignKeys.flatMap((key) => {
      const value = attribution[key]
      return value ? [[key, value]] : []
    }),
  )

/**
 * The application-completion payload (docs/spec.md, 'Calls and bodies'): the person, the campaign that brought them,
 * and the page.
 */
export const completionOf = (
  person: Person,
  attribution: Attribution,
  page: string,
): Record<string, string> => ({
  ...person,
  ...campaignOf(attribution),
  page,
})
