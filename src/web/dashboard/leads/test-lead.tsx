import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Lead } from '#contract/lead.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

/** What a test lead of the owner's is, and the two things to do with it: send it like any other, or remove it. */
export function TestLead({ lead, onRemoved }: { lead: Lead; onRemoved: () => void }) {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => call('POST /api/leads/:leadId/send-test', { leadId: lead.id }),
    onSuccess: () => {
      showToast({ title: 'On its way', message: 'The test is delivered like any other lead.' })
      return readAgain(client, ['leads', 'tags'])
    },
  })
  const remove = useMutation({
    mutationFn: () => call('POST /api/people/:personId/erase', { personId: lead.personId }),
    onSuccess: async () => {
      showToast({ title: 'Test removed' })
      await readAgain(client, ['visitors', 'leads', 'tags'])
      onRemoved()
    },
  })
  const failed = [send.error, remove.error].find((error) => error && !isSignedOut(error))
  // Whoever signed in only after the form was sent may find it delivered.
  const isSent = !lead.isHeld || lead.delivery.state === 'delivered'
  const isBusy = send.isPending || remove.isPending
  return (
    <section aria-label="Your test" className="mb-6 rounded-md bg-sunken px-4 py-3">
      <p className="text-sm text-ink-2">
        Your own test: it came from a browser you signed in with. No number holds it
        {isSent ? '; it was sent like any other lead.' : ', and it was sent nowhere.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {!isSent && (
          <Button disabled={isBusy} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending…' : 'Send it to the CRM'}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => remove.mutate()}>
          {remove.isPending ? 'Removing…' : 'Remove this test'}
        </Button>
      </div>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {sentenceOf(failed)}
        </p>
      )}
    </section>
  )
}
