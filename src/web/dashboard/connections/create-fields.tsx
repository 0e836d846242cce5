import { call } from '#web/dashboard/api/call.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/**
 * Creates the analytics fields that the CRM does not have yet, and says what came of it (docs/spec.md, 'Notices').
 */
export function CreateFields() {
  const create = useChange({
    make: () => call('POST /api/ghl/create-analytics-fields', {}),
    done: ({ results, errors }) => {
      const created = results.filter(({ outcome }) => outcome === 'created').length
      const there = results.length - created
      if (errors.length === 0)
        return {
          title: 'Analytics Fields Created',
          message: `${count(created, 'field')} created${there > 0 ? `, ${there} there already` : ''}.`,
        }
      return {
        title: 'Partial Success',
        message: `${count(created, 'field')} created, ${errors.length} failed. ${errors[0]?.error ?? ''}`,
        bad: true,
      }
    },
    failed: 'Failed to create analytics fields',
  })
  return (
    <Button disabled={create.isPending} onClick={() => create.mutate()}>
      {create.isPending ? 'Creating…' : 'Create CRM fields'}
    </Button>
  )
}
