import { useQuery } from '@tanstack/react-query'
import { filterInput, rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { callPage } from '#web/dashboard/api/call.ts'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'

function HiddenOnes() {
  const go = useGo()
  const input = { ...rangeInput(useAddress()), hidden: 'true' as const, limit: 1 }
  const { data } = useQuery({
    queryKey: ['GET /api/visitors', input, 'count'],
    queryFn: ({ signal }) => callPage('GET /api/visitors', input, { signal }),
  })
  const count = data?.total ?? 0
  return (
    <>
      <p>
        Your own visits are not counted, nor are bots, link previews and anyone you blocked.
        {count === 1 && ' One such visitor is hidden.'}
        {count > 1 && ` ${count.toLocaleString('en-US')} such visitors are hidden.`}
      </p>
      {count > 0 && (
        <Button className="mt-4" onClick={() => go({ hidden: true })}>
          Show who is not counted
        </Button>
      )}
    </>
  )
}

/** Why the visitors list is empty, and the way on: nothing found, nothing hidden, or nothing counted yet. */
export function NoVisitors() {
  const address = useAddress()
  const { q, hidden } = address
  const go = useGo()
  if (q !== '') {
    return (
      <EmptyList title={`No visitor matches “${q}”`}>
        <p>
          The search covers name, email, phone, IP, timezone, language, UTM source and campaign in the chosen
          days.
        </p>
        <Button className="mt-4" onClick={() => go({ q: '' })}>
          Clear the search
        </Button>
      </EmptyList>
    )
  }
  if (Object.values(filterInput(address)).some((value) => value !== undefined)) {
    return (
      <EmptyList title="No visitor matches these filters">
        <p>Nobody in the chosen days matches all of them.</p>
        <Button className="mt-4" onClick={() => go({ source: '', page: '', campaign: '', ad: '' })}>
          Clear the filters
        </Button>
      </EmptyList>
    )
  }
  if (hidden) {
    return (
      <EmptyList title="Everybody is counted">
        <p>Nothing was left out of the numbers in the chosen days.</p>
      </EmptyList>
    )
  }
  return (
    <EmptyList title="No visitors in this period">
      <HiddenOnes />
    </EmptyList>
  )
}
