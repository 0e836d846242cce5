import type { Timezone } from '#contract/range.ts'
import type { Counted, Filter } from './happened.ts'
import { isOf } from './happened.ts'
import { localDay } from './local-days.ts'

/** What counts of the days from first to last, narrowed to what a filter asks for. */
export function withinDays(
  { views, captures, withoutActivity }: Counted,
  tz: Timezone,
  [first, last]: [string, string],
  filter: Filter = {},
): Counted {
  const isWanted = isOf(filter)
  const isIn = ({ at }: { at: Date }) => {
    const day = localDay(tz, at)
    return day >= first && day <= last
  }
  return {
    views: views.filter((view) => isIn(view) && isWanted(view)),
    captures: captures.filter((capture) => isIn(capture) && isWanted(capture)),
    // Nothing is known of them that a filter could ask for.
    withoutActivity: Object.values(filter).some((value) => value !== undefined)
      ? []
      : withoutActivity.filter(({ seenAt }) => seenAt && isIn({ at: seenAt })),
  }
}
