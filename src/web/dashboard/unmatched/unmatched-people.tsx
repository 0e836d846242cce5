import { useState } from 'react'
import type { UnmatchedPerson } from '#contract/unmatched.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { BackToLeads } from '#web/dashboard/list/back-to-leads.tsx'
import { ChooseLead } from '#web/dashboard/list/choose-lead.tsx'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { useWorkedOff } from '#web/dashboard/list/use-worked-off.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { nameOf, useMatch, useUnmatched } from './use-unmatched.ts'

const did = { application: 'Applied', booking: 'Booked a call', payment: 'Paid' } as const

type PersonRowProps = {
  person: UnmatchedPerson
  tz: string
  pending: boolean
  onJoin: () => void
  onMake: () => void
}

function PersonRow({ person, tz, pending, onJoin, onMake }: PersonRowProps) {
  const { name, email, phone } = person
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">{nameOf(person)}</p>
        <p className="text-xs break-words text-ink-3">
          {[name && email, (name || email) && phone].filter(Boolean).join(' · ')}
        </p>
      </div>
      <ul className="min-w-0 flex-1 basis-48 text-sm text-ink-2">
        {person.did.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            {did[kind]}{' '}
            <span className="text-xs text-ink-3">
              <Moment at={at} tz={tz} />
            </span>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        {email && (
          <Button disabled={pending} onClick={onMake}>
            Add as lead<span className="sr-only">: {nameOf(person)}</span>
          </Button>
        )}
        <Button disabled={pending} onClick={onJoin}>
          Join to a lead…<span className="sr-only"> {nameOf(person)}</span>
        </Button>
      </div>
    </li>
  )
}

/** People who applied, booked or paid and are no lead: joined to one, or made one, by a tap. */
export function UnmatchedPeople() {
  const address = useAddress()
  const list = useUnmatched()
  const match = useMatch()
  const [chosen, setChosen] = useState<UnmatchedPerson | null>(null)
  const workedOff = useWorkedOff(list.rows?.map(({ id }) => id))
  return (
    <section aria-label="People without a lead form">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <BackToLeads />
        {list.rows && <CountLine shown={list.rows.length} total={list.total} noun={['person', 'people']} />}
      </div>
      <h2 ref={workedOff.heading} tabIndex={-1} className="w-fit text-base font-semibold">
        Applied, booked or paid without filling in a lead form
      </h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        From all days. Some used a different email in the lead form: join those to their lead. The others can
        become a lead with the email they gave, but without consent to calls or mailings.
      </p>
      <ListFrame
        list={list}
        what="People without a lead form"
        empty={
          <EmptyList title="Nobody is without a lead">
            <p>Anyone who applies, books or pays without a lead form appears here.</p>
          </EmptyList>
        }
      >
        {(rows) => (
          <>
            <ul {...workedOff.list} aria-label="People without a lead form" className="border-t border-line">
              {rows.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  tz={address.tz}
                  pending={match.underWay.some((one) => one.person.id === person.id)}
                  onJoin={() => setChosen(person)}
                  onMake={() => match.mutate({ person })}
                />
              ))}
            </ul>
            <CutNote which="newest" shown={rows.length} total={list.total}>
              The others move up as these are joined or added.
            </CutNote>
          </>
        )}
      </ListFrame>
      {chosen && (
        <ChooseLead
          likely={chosen.name ?? ''}
          pending={match.isPending}
          onJoin={(leadId, name) => {
            match.mutate({ person: chosen, leadId, to: name || 'the lead' })
            setChosen(null)
          }}
          onClose={() => setChosen(null)}
        >
          What {nameOf(chosen)} did will count for the lead you choose. The two people are not merged.
        </ChooseLead>
      )}
    </section>
  )
}
