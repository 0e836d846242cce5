import { Ellipsis } from 'lucide-react'
import { sourceName } from '#contract/source-name.ts'
import type { ListedVisitor, Visitor } from '#contract/visitor.ts'
import { deviceLabel } from '#web/dashboard/detail/device-label.ts'
import { RowLink } from '#web/dashboard/list/row-link.tsx'
import type { Column } from '#web/dashboard/list/row-list.tsx'
import type { SortColumn } from '#web/dashboard/list/sort-controls.tsx'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { Popover } from '#web/dashboard/ui/popover.tsx'
import { useOwnBrowser } from './use-own-browser.ts'
import { ExcludedBadge, visitorName } from './visitor-name.tsx'

/** A row's menu: 'This is me' and its way back. Visitors that are hidden for another reason have none. */
function VisitorMenu({ visitor }: { visitor: Visitor }) {
  const mark = useOwnBrowser()
  if (visitor.excluded !== null && visitor.excluded !== 'self') return null
  const isOwn = visitor.excluded === 'self'
  return (
    <span className="relative z-10">
      <Popover
        button={
          <>
            <Ellipsis size={16} aria-hidden="true" />
            <span className="sr-only">More about {visitorName(visitor)}</span>
          </>
        }
        label={`More about ${visitorName(visitor)}`}
        className="inline-flex size-11 items-center justify-center rounded-sm text-ink-2 hover:bg-sunken hover:text-ink md:size-8"
      >
        {(close) => (
          <div className="p-3 md:max-w-72">
            <Button
              className="w-full"
              disabled={mark.isPending}
              onClick={() => {
                mark.mutate({ id: visitor.id, excluded: !isOwn })
                close()
              }}
            >
              {isOwn ? 'Count it again' : 'This is me'}
            </Button>
            <p className="mt-2 text-xs whitespace-normal text-ink-3">
              {isOwn
                ? 'Brings back everything this browser did.'
                : 'Leaves this browser and its leads out of every number. You can undo this.'}
            </p>
          </div>
        )}
      </Popover>
    </span>
  )
}

const number = new Intl.NumberFormat('en-US')
const quiet = (text: string | null, missing: string) =>
  text ? <span title={text}>{text}</span> : <span className="text-ink-3">{missing}</span>

/** The columns' widths; see `visitorColumns`. */
export const visitorGrid =
  'grid-cols-[minmax(0,2.4fr)_4rem_4rem_minmax(5.5rem,1fr)_minmax(0,1.3fr)_5rem_10.5rem_5.5rem_2rem]'

/** When a visitor was last seen in the chosen days. */
function LastSeen({ visitor, tz }: { visitor: ListedVisitor; tz: string }) {
  const { lastSeenInRange } = visitor
  return lastSeenInRange ? <Moment at={lastSeenInRange} tz={tz} /> : <span className="text-ink-3">–</span>
}

/** What visitors can be sorted by, as their columns are called. */
export const visitorSortColumns = {
  name: { sort: 'name', label: 'Visitor' },
  visits: { sort: 'visits', label: 'Visits', isNumber: true },
  views: { sort: 'views', label: 'Views', isNumber: true },
  source: { sort: 'source', label: 'UTM source' },
  timezone: { sort: 'timezone', label: 'Timezone' },
  language: { sort: 'language', label: 'Language' },
  firstSeen: { sort: 'first-seen', label: 'First seen', isNumber: true },
  lastSeen: { sort: 'last-seen', label: 'Last seen', isNumber: true },
} satisfies Record<string, SortColumn>

/** The columns of the visitors table; its figures are of the chosen days. */
export const visitorColumns = (tz: string, dense: boolean): Column<ListedVisitor>[] => [
  {
    label: 'Visitor',
    sorts: [visitorSortColumns.name],
    cell: (visitor) => (
      <div className={dense ? 'flex items-baseline gap-2' : 'flex flex-col'}>
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate text-left">
            <RowLink id={visitor.id}>{visitorName(visitor)}</RowLink>
          </span>
          <ExcludedBadge visitor={visitor} />
        </span>
        <span className="min-w-0 truncate text-xs text-ink-3">{deviceLabel(visitor.device)}</span>
      </div>
    ),
  },
  {
    label: 'Visits',
    sorts: [visitorSortColumns.visits],
    right: true,
    cell: ({ visitsInRange }) => number.format(visitsInRange),
  },
  {
    label: 'Views',
    sorts: [visitorSortColumns.views],
    right: true,
    cell: ({ viewsInRange }) => number.format(viewsInRange),
  },
  {
    label: 'UTM source',
    sorts: [visitorSortColumns.source],
    cell: (visitor) => quiet(sourceName(visitor), 'N/A'),
  },
  {
    label: 'Timezone',
    sorts: [visitorSortColumns.timezone],
    cell: ({ timezone }) => quiet(timezone, 'Unknown'),
  },
  {
    label: 'Language',
    sorts: [visitorSortColumns.language],
    cell: ({ language }) => quiet(language, 'Unknown'),
  },
  {
    label: 'First seen',
    sorts: [visitorSortColumns.firstSeen],
    right: true,
    cell: ({ firstSeen }) => <span className="text-ink-2">{shortTime(firstSeen, tz)}</span>,
  },
  {
    label: 'Last seen',
    sorts: [visitorSortColumns.lastSeen],
    right: true,
    cell: (visitor) => <LastSeen visitor={visitor} tz={tz} />,
  },
  { label: 'More', cell: (visitor) => <VisitorMenu visitor={visitor} /> },
]

const plural = (count: number, word: string): string =>
  `${number.format(count)} ${count === 1 ? word : `${word}s`}`

/** A visitor in two lines, for narrow screens. */
export function VisitorLines({ visitor, tz }: { visitor: ListedVisitor; tz: string }) {
  const { visitsInRange, viewsInRange, timezone, language, firstSeen, device } = visitor
  const facts = [
    plural(viewsInRange, 'view'),
    plural(visitsInRange, 'visit'),
    sourceName(visitor),
    deviceLabel(device),
    timezone,
    language,
    `since ${shortTime(firstSeen, tz)}`,
  ]
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate text-left">
            <RowLink id={visitor.id}>{visitorName(visitor)}</RowLink>
          </span>
          <ExcludedBadge visitor={visitor} />
        </span>
        <span className="text-xs text-ink-2">
          <LastSeen visitor={visitor} tz={tz} />
        </span>
      </div>
      <div className="-mb-3 flex min-h-11 items-center justify-between gap-2">
        <p className="min-w-0 truncate text-xs text-ink-3">
          <FactLine of={facts} />
        </p>
        <span className="-mr-3 shrink-0 empty:hidden">
          <VisitorMenu visitor={visitor} />
        </span>
      </div>
    </>
  )
}
