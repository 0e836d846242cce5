import type { LeadToDo } from '#contract/notes.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { PhoneLink } from '#web/dashboard/leads/contact-link.tsx'
import { Stage } from '#web/dashboard/leads/stage.tsx'
import { BackToLeads } from '#web/dashboard/list/back-to-leads.tsx'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { useWorkedOff } from '#web/dashboard/list/use-worked-off.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { dayIn, dueWords } from './due-words.ts'
import { useNextSteps } from './next-steps-line.tsx'
import { useEndNextStep } from './use-notes.ts'

function ToDo({ lead, today }: { lead: LeadToDo; today: string }) {
  const end = useEndNextStep(lead.leadId)
  const { words, isDue } = dueWords(lead.dueOn, today)
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2.5">
      <p
        className={`w-28 shrink-0 text-sm first-letter:uppercase ${isDue ? 'font-medium text-warning' : 'text-ink-2'}`}
      >
        {words}
      </p>
      <div className="relative min-w-0 flex-1 basis-64">
        <p className="break-words">
          <DetailLink kind="lead" id={lead.leadId}>
            {lead.name || lead.email}
          </DetailLink>
        </p>
        <p className="text-sm break-words text-ink-2">{lead.text}</p>
      </div>
      <span className="flex items-center gap-4 text-xs">
        <Stage lead={lead} />
        <PhoneLink lead={lead} className="inline-flex min-h-11 items-center tabular-nums" />
      </span>
      <Button disabled={end.isPending} onClick={() => end.mutate(lead)}>
        Done<span className="sr-only"> with {lead.name}</span>
      </Button>
    </li>
  )
}

/** The leads of whom something is to be done, what is due first at the top. */
export function NextStepsScreen() {
  const { tz } = useAddress()
  const list = useNextSteps()
  const today = dayIn(tz, useNow())
  const workedOff = useWorkedOff(list.rows?.map(({ leadId }) => leadId))
  return (
    <section aria-label="Next steps">
      <div className="py-3">
        <BackToLeads />
      </div>
      <h2 ref={workedOff.heading} tabIndex={-1} className="w-fit text-base font-semibold">
        Next steps
      </h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        What you set for each lead, whatever days are chosen above.
      </p>
      <ListFrame
        list={list}
        what="Next steps"
        empty={
          <EmptyList title="Nothing to do">
            <p>Open a lead and set a next step, and it is listed here until it is done.</p>
          </EmptyList>
        }
      >
        {(rows) => (
          <>
            <ul {...workedOff.list} aria-label="Next steps" className="border-t border-line">
              {rows.map((lead) => (
                <ToDo key={lead.leadId} lead={lead} today={today} />
              ))}
            </ul>
            <CutNote which="due first" shown={rows.length} total={list.total}>
              The others move up as these are done.
            </CutNote>
          </>
        )}
      </ListFrame>
    </section>
  )
}
