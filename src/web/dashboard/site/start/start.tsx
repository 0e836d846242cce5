import { ChevronRight, Palette } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { ClaimsNotice } from '#web/dashboard/site/claims/claims-notice.tsx'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { FindField } from '#web/dashboard/site/find-field.tsx'
import { screens, siteAddress } from '#web/dashboard/site/site-address.ts'
import { SiteNav } from '#web/dashboard/site/site-nav.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { ChecklistItem } from './checklist-item.tsx'
import { type ChecklistStep, countDone, groupItems } from './group-items.ts'
import { setupDismissed } from './setup-dismissed.ts'
import { useMissing } from './use-missing.ts'

type StepProps = { step: ChecklistStep; nextId: string | undefined; onField: (path: string) => void }

/** One step of the checklist with its items; open where the next thing to do is. */
function Step({ step, nextId, onField }: StepProps) {
  const { id, title, note, items } = step
  return (
    <Disclosure
      title={
        <>
          <h3 className="min-w-0 text-base font-semibold">{title}</h3>
          <span className="ml-auto shrink-0 text-xs text-ink-3 tabular-nums">
            {countDone(items)} of {items.length}
          </span>
        </>
      }
      data-step={id}
      place="border-b border-line"
      line="min-h-14 gap-3"
      mark="last"
      open={items.some((item) => item.id === nextId)}
    >
      <p className="-mt-2 pb-3 text-sm text-ink-2">{note}</p>
      <div className="border-t border-line *:last:border-b-0">
        {items.map((item) => (
          <ChecklistItem key={item.id} item={item} isNext={item.id === nextId} onField={onField} />
        ))}
      </div>
    </Disclosure>
  )
}

function introOf(isOpen: boolean, hasLead: boolean): string {
  if (!isOpen) return 'Everything that matters is there. You can change any of it at any time.'
  return hasLead
    ? 'Your first lead has arrived. Fill in the rest whenever you get to it.'
    : 'Fill in what you have; the pages look good without the rest. Visitors see nothing until you press Publish. Until your first lead arrives, signing in opens this page.'
}

function Checklist({ onField }: { onField: (path: string) => void }) {
  const { data, error, refetch } = useMissing()
  const [dismissed, setDismissed] = useState(setupDismissed.isSet)
  const set = (aside: boolean) => {
    setupDismissed.set(aside)
    setDismissed(aside)
  }
  if (!data)
    return error ? (
      <FailedList what="The checklist" error={error} retry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={6} />
    )
  const steps = groupItems(data)
  // The portal's many videos would hide how near the rest is, and what nobody needs is never missing.
  const needed = steps.flatMap(({ id, items }) => (id === 'portal' || id === 'optional' ? [] : items))
  const done = countDone(needed)
  const next = needed.find(({ state }) => state === 'missing')?.id
  const hasLead = data.some(({ id, state }) => id === 'lead' && state === 'done')
  if (dismissed)
    return (
      <div className="flex items-center justify-between gap-3 border-b border-line pb-3">
        <p className="text-sm text-ink-2">
          {done} of {needed.length} done.
        </p>
        <Button onClick={() => set(false)}>Show the checklist</Button>
      </div>
    )
  return (
    <section aria-labelledby="checklist">
      <div className="flex items-center justify-between gap-4">
        <h2 id="checklist" className="text-lg font-semibold">
          {next ? 'Make the site yours' : 'The site is yours'}
        </h2>
        <Button look="quiet" className="-mr-3 shrink-0" onClick={() => set(true)}>
          Hide the checklist
        </Button>
      </div>
      <p className="max-w-128 text-sm text-ink-2">{introOf(next !== undefined, hasLead)}</p>
      <div className="mt-4 flex items-center gap-3">
        <progress
          value={done}
          max={needed.length}
          aria-labelledby="checklist"
          className="progress h-1.5 min-w-0 flex-1"
        />
        <p role="status" className="text-xs text-ink-3 tabular-nums">
          {done} of {needed.length} done
        </p>
      </div>
      <div className="mt-3 border-t border-line">
        {steps.map((step) => (
          <Step key={step.id} step={step} nextId={next} onField={onField} />
        ))}
      </div>
    </section>
  )
}

/** The way to colour, logo and pictures, as long as the site has none of its owner's. */
function WayToLook() {
  const address = useAddress()
  const isBare = useDraftPart(
    ({ content: { brand, home } }) =>
      !(brand.accent || brand.logo.src || brand.portrait.src || home.hero.src),
  )
  if (!isBare) return null
  return (
    <Link
      to={{ search: siteAddress(address, 'look') }}
      className="mb-6 flex min-h-14 items-center gap-3 rounded-md border border-line-strong bg-surface px-4 py-2.5 hover:bg-sunken"
    >
      <Palette size={18} aria-hidden="true" className="shrink-0 text-ink-2" />
      <span className="min-w-0">
        <span className="block text-sm font-medium">Make it look like you</span>
        <span className="block text-xs text-ink-2">Your color, logo, picture and portrait, in one place</span>
      </span>
      <ChevronRight size={14} aria-hidden="true" className="ml-auto shrink-0 text-ink-3" />
    </Link>
  )
}

/** The first screen of the Site area: what is missing, and on a phone the way to everything else. */
export function Start({ onField }: { onField: (path: string) => void }) {
  const wide = useWideScreen()
  const address = useAddress()
  return (
    <div className="max-w-160 pb-10">
      {!wide && (
        <div className="mb-4 space-y-3">
          <FindField onField={onField} />
          <nav aria-label="Screens" className="flex flex-wrap gap-2">
            {screens.slice(1).map(({ name, label }) => (
              <Link
                key={name}
                to={{ search: siteAddress(address, name) }}
                className="inline-flex min-h-11 items-center rounded-sm border border-line-strong bg-surface px-3 text-sm text-ink-2 hover:text-ink md:min-h-9"
              >
                {label}
              </Link>
            ))}
          </nav>
        </div>
      )}
      <ClaimsNotice />
      <WayToLook />
      <Checklist onField={onField} />
      {!wide && (
        <div className="mt-8">
          <h2 className="mb-3 text-lg font-semibold">Everything on the site</h2>
          <SiteNav withScreens={false} />
        </div>
      )}
    </div>
  )
}
