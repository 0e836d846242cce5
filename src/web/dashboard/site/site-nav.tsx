import { Link } from 'react-router'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useDraftPart } from './draft/draft-context.tsx'
import { placeGroups, places, showsPath } from './places.ts'
import { screens, siteAddress } from './site-address.ts'

const look =
  'flex min-h-11 items-center justify-between gap-3 rounded-sm px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink md:min-h-8'

function Entry({ page, label, note }: { page: string; label: string; note?: string | null }) {
  const address = useAddress()
  const place = places.find(({ key }) => key === page)
  const hasProblem = useDraftPart(
    (state) =>
      place !== undefined &&
      Object.keys({ ...state.problems, ...state.guarded }).some((path) => showsPath(place, path)),
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
          <span className="shrink-0 text-xs font-normal text-danger">needs a look</span>
        ) : (
          note && (
            <span className="min-w-0 shrink-0 truncate text-xs font-normal text-ink-3 lg:hidden">{note}</span>
          )
        )}
      </Link>
    </li>
  )
}

/** Every screen and every part of the site as links, under plain headings. */
export function SiteNav({ withScreens }: { withScreens: boolean }) {
  return (
    <nav aria-label="Parts of the site" className="space-y-4">
      {withScreens && (
        <ul>
          {screens.map(({ name, label }) => (
            <Entry key={name} page={name} label={label} />
          ))}
        </ul>
      )}
      {placeGroups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <p className="px-2 pb-1 text-xs text-ink-3">{group.title}</p>
          <ul>
            {group.places.map((place) => (
              <Entry key={place.key} page={place.key} label={place.title} note={place.path} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
