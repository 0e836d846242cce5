import { filterInput } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'

/** Why the leads list is empty: nothing found, or nothing captured yet. */
export function NoLeads() {
  const address = useAddress()
  const { q, range, tag, step } = address
  const go = useGo()
  if (q !== '') {
    return (
      <EmptyList title={`No lead matches “${q}”`}>
        <p>The search looks at name, email, phone and page within the chosen days.</p>
        <Button className="mt-4" onClick={() => go({ q: '' })}>
          Clear the search
        </Button>
      </EmptyList>
    )
  }
  if (tag !== '' || step !== '' || Object.values(filterInput(address)).some((value) => value !== undefined)) {
    return (
      <EmptyList title={tag === '' ? 'No lead passes these filters' : 'No lead carries this tag'}>
        <p>Nobody captured in the chosen days is among them so far.</p>
        <Button
          className="mt-4"
          onClick={() => go({ tag: '', step: '', source: '', page: '', campaign: '', ad: '' })}
        >
          Show all leads
        </Button>
      </EmptyList>
    )
  }
  if (address.hidden) {
    return (
      <EmptyList title="Every lead counts">
        <p>None of the chosen days is a test of yours, and no block hides one.</p>
      </EmptyList>
    )
  }
  return (
    <EmptyList title="No Lead Data Yet">
      <p>Whoever leaves name, email and phone on one of your pages appears here at once.</p>
      {range !== 'all' && (
        <Button className="mt-4" onClick={() => go({ range: 'all' })}>
          Look at all days
        </Button>
      )}
    </EmptyList>
  )
}
