import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call } from '#web/dashboard/api/call.ts'
import { useHasCrm } from '#web/dashboard/connections/use-has-crm.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Question } from '#web/dashboard/ui/question.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'

/** What a person may ask for: everything that is held of them, and that it goes (docs/spec.md, 'Privacy'). */
export function PersonRights({ personId, name }: { personId: string; name: string }) {
  const client = useQueryClient()
  const hasCrm = useHasCrm()
  const question = useAsking<HTMLHeadingElement>()
  const erase = useMutation({
    mutationFn: () => call('POST /api/people/:personId/erase', { personId }),
    onSuccess: () => {
      question.close()
      showToast({
        title: 'Erased',
        ...(hasCrm && { message: 'The CRM is told to delete the contact, too.' }),
      })
      return readAgain(client, ['visitors', 'leads', 'tags', 'connections'])
    },
  })

  return (
    <section aria-label="This person’s data" className="mt-10 border-t border-line pt-4">
      <h3 ref={question.goOn} tabIndex={-1} className="text-base font-semibold">
        This person’s data
      </h3>
      <div className="mt-2 flex flex-wrap gap-2">
        <a
          href={`/api/people/${personId}/export`}
          download
          className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-sm hover:bg-sunken md:min-h-9"
        >
          <Download size={15} aria-hidden="true" />
          Download everything
        </a>
        {!question.asking && (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            Erase this person…
          </Button>
        )}
      </div>
      {question.asking && (
        <div className="mt-4">
          <Question
            question={question}
            title={`Erase ${name || 'this person'} for good?`}
            yes="Erase for good"
            happening="Erasing…"
            isHappening={erase.isPending}
            onYes={() => erase.mutate()}
            error={erase.error}
          >
            Name, email, phone, answers and everything else that identifies this person will be deleted
            {hasCrm ? ', here and in the CRM' : ''}. Totals stay the same. This cannot be undone.
          </Question>
        </div>
      )}
    </section>
  )
}
