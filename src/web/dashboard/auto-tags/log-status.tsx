import type { AutoTagLog } from '#contract/auto-tags.ts'
import { useHasCrm } from '#web/dashboard/connections/use-has-crm.ts'

const looks: Record<AutoTagLog['status'], { word: string; dot: string; text: string }> = {
  waiting: { word: 'Waiting', dot: 'border border-control', text: 'text-ink-2' },
  success: { word: 'Success', dot: 'bg-success', text: 'text-ink-2' },
  error: { word: 'Error', dot: 'bg-danger', text: 'text-danger' },
  skipped: { word: 'Skipped', dot: 'bg-control', text: 'text-ink-3' },
}

/** What an execution has come to, as a word with a dot of its colour. */
export function LogStatus({ status }: { status: AutoTagLog['status'] }) {
  const hasCrm = useHasCrm()
  const { word: plain, dot, text } = looks[status]
  // Without a CRM a tag is set, and waits for nothing.
  const word = status === 'waiting' && !hasCrm ? 'Set' : plain
  return (
    <span className={`inline-flex items-center gap-2 whitespace-nowrap ${text}`}>
      <span aria-hidden="true" className={`size-1.5 mark rounded-full ${dot}`} />
      {word}
    </span>
  )
}
