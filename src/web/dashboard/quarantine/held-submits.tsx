import type { QuarantinedCapture } from '#contract/lead.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { BackToLeads } from '#web/dashboard/list/back-to-leads.tsx'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { useWorkedOff } from '#web/dashboard/list/use-worked-off.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useHeld, useRelease } from './use-held.ts'

type HeldRowProps = { held: QuarantinedCapture; tz: string; pending: boolean; onRelease: () => void }

function HeldRow({ held, tz, pending, onRelease }: HeldRowProps) {
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="text-left font-medium wrap-anywhere">
          {held.name || 'Anonymous'}
        </p>
        <p className="text-xs wrap-anywhere text-ink-3">
          {[held.email, held.phone || 'N/A', held.page].join(' · ')}
        </p>
      </div>
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">{held.reason}</p>
      <span className="text-sm text-ink-2 max-md:flex-1 md:w-20 md:text-right">
        <Moment at={held.capturedAt} tz={tz} />
      </span>
      <Button onClick={onRelease} disabled={pending} aria-label={`Release ${held.name || held.email}`}>
        {pending ? 'Releasing…' : 'Release'}
      </Button>
    </li>
  )
}

/** Submits that looked like spam: kept, not counted, and released into the leads by a press. */
export function HeldSubmits() {
  const address = useAddress()
  const list = useHeld(true)
  const release = useRelease()
  const workedOff = useWorkedOff(list.rows?.map(({ id }) => id))
  return (
    <section aria-label="Held back as spam">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
        <BackToLeads />
        <SearchField label="Search held submissions" placeholder="Name, email, phone or page" />
        {list.rows && (
          <span className="ml-auto">
            <CountLine shown={list.rows.length} total={list.total} noun={['submission', 'submissions']} />
          </span>
        )}
      </div>
      <h2 ref={workedOff.heading} tabIndex={-1} className="w-fit text-base font-semibold">
        Held back as spam
      </h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        These fell into the form’s trap or were sent faster than a person types. They are not leads, not
        counted and not sent to the CRM until you release them.
      </p>
      <ListFrame
        list={list}
        what="Held submissions"
        empty={
          <EmptyList title={address.q ? `No held submission matches “${address.q}”` : 'Nothing is held back'}>
            <p>A form that looks like spam waits here instead of being lost.</p>
          </EmptyList>
        }
      >
        {(rows) => (
          <ul {...workedOff.list} aria-label="Held submissions" className="border-t border-line">
            {rows.map((held) => (
              <HeldRow
                key={held.id}
                held={held}
                tz={address.tz}
                pending={release.underWay.some(({ id }) => id === held.id)}
                onRelease={() => release.mutate(held)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  )
}
