import { useMutation } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/**
 * Creates the analytics fields that the CRM does not have yet, and says what came of it (docs/spec.md, 'Notices').
 */
export function CreateFields() {
  const create = useMutation({
    mutationFn: () => call('POST /api/ghl/create-analytics-fields', {}),
    onSuccess: ({ results, errors }) => {
      const created = results.filter(({ outcome }) => outcome === 'created').length
      const there = results.length - created
      if (errors.length === 0)
        return showToast({
          title: 'Analytics Fields Created',
          message: `${count(created, 'field')} created${there > 0 ? `, ${there} there already` : ''}.`,
        })
      showToast({
        title: 'Partial Success',
        message: `${count(created, 'field')} created, ${errors.length} failed. ${errors[0]?.error ?? ''}`,
        bad: true,
      })
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      showToast({ title: 'Failed to create analytics fields', message: sentenceOf(error), bad: true })
    },
  })
  return (
    <Button disabled={create.isPending} onClick={() => create.mutate()}>
      {create.isPending ? 'Creating…' : 'Create CRM fields'}
    </Button>
  )
}
