import { useState } from 'react'
import { Link } from 'react-router'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { useDraftPart } from './draft/draft-context.tsx'
import type { DraftState } from './draft/draft-state.ts'
import { type Place, placeGroups, places, showsPath } from './places.ts'
import { screens, siteAddress } from './site-address.ts'

const look =
  'flex min-h-11 items-center justify-between gap-3 rounded-sm px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink md:min-h-8'

const hasProblems = (state: DraftState, places: readonly Place[]): boolean =>
  Object.keys({ ...state.problems, ...state.guarded }).some((path) =>
    places.some((place) => showsPath(place, path)),
  )

const Problem = () => <span className="shrink-0 text-xs font-normal text-danger">needs attention</span>

function Entry({ page, label, note }: { page: string; label: string; note?: string | null }) {
  const address = useAddress()
  const hasProblem = useDraftPart((state) =>
    hasProblems(
      state,
      places.filter(({ key }) => key === page),
    ),
  )
  return (
    <li>
      <Link
        to={{ search: siteAddress(address, page) }}
        aria-current={address.page === page ? 'page' : undefined}
        className={look}
      >
        <span className="min-w-0 truncate">{label}</span>
        {hasProblem ? (
          <Problem />
        ) : (
          note && (
            <span className="min-w-0 shrink-0 truncate text-xs font-normal text-ink-3 lg:hidden">{note}</span>
          )
        )}
      </Link>
    </li>
  )
}

/** One heading with its parts; folded until it is opened, or one of its parts is being edited. */
function Group({ title, places }: { title: string; places: Place[] }) {
  const { page } = useAddress()
  const holdsPage = places.some(({ key }) => key === page)
  const [isOpen, setOpen] = useState(holdsPage)
  const hasProblem = useDraftPart((state) => hasProblems(state, places))
  const [shown, setShown] = useState(page)
  // Whoever was led here finds where they are.
  if (shown !== page) {
    setShown(page)
    if (holdsPage) setOpen(true)
  }
  return (
    <Disclosure
      title={
        <>
          <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
          {hasProblem && !isOpen && <Problem />}
        </>
      }
      place="border-b border-line"
      line="min-h-11 justify-between gap-3 rounded-sm px-2 text-sm hover:bg-sunken md:min-h-9"
      mark="last"
      quiet
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <ul aria-label={title} className="pb-2">
        {places.map((place) => (
          <Entry key={place.key} page={place.key} label={place.title} note={place.path} />
        ))}
      </ul>
    </Disclosure>
  )
}

/** Every screen and every part of the site as links, under plain headings that unfold. */
export function SiteNav({ withScreens }: { withScreens: boolean }) {
  return (
    <nav aria-label="Parts of the site">
      {withScreens && (
        <ul className="border-b border-line pb-2">
          {screens.map(({ name, label }) => (
            <Entry key={name} page={name} label={label} />
          ))}
        </ul>
      )}
      {placeGroups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </nav>
  )
}
