import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useDebouncedValue } from '#web/dashboard/ui/use-debounced-value.ts'

const MOST = 8

type ChooseLeadProps = {
  /** What is searched for at first. */
  likely: string
  pending: boolean
  onJoin: (leadId: string, name: string) => void
  onClose: () => void
  /** What will be joined. */
  children: ReactNode
}

/** Finds the lead that something belongs to. */
export function ChooseLead({ likely, pending, onJoin, onClose, children }: ChooseLeadProps) {
  const [typed, setTyped] = useState(likely)
  const q = useDebouncedValue(typed.trim(), 250)
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /api/customers', 'join', q],
    queryFn: ({ signal }) =>
      call('GET /api/customers', { q, range: 'all', include: 'records', limit: MOST }, { signal }),
    enabled: q !== '',
  })
  return (
    <Dialog title="Join to a lead" shape="card" onClose={onClose}>
      <p className="mb-4 text-sm text-ink-2">{children}</p>
      <TextField label="Search by name, email or phone" value={typed} onChange={setTyped} maxLength={200} />
      <ul
        aria-label="Leads found"
        aria-busy={q !== '' && !data && !error}
        className="mt-3 border-t border-line"
      >
        {data?.map((lead) => (
          <li key={lead.id} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 text-sm">
              <span dir="auto" className="block text-left wrap-anywhere">
                {lead.name || 'Anonymous'}
              </span>
              <span className="block wrap-anywhere text-ink-2">{lead.email}</span>
            </span>
            <Button disabled={pending} onClick={() => onJoin(lead.id, lead.name)}>
              Join<span className="sr-only"> to {lead.name || lead.email}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!data && error && <FailedPart what="Leads" error={error} retry={() => void refetch()} />}
      {data?.length === MOST && (
        <p className="py-2 text-xs text-ink-3">There may be more: type more of the name, email or phone.</p>
      )}
      {data?.length === 0 && <p className="py-4 text-sm text-ink-2">No lead is found with these words.</p>}
    </Dialog>
  )
}
