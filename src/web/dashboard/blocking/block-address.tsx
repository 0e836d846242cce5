import { useQuery } from '@tanstack/react-query'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { previewSentence } from './preview-sentence.ts'
import { ipBlocklist, useBlocklist } from './use-blocklist.ts'

function WhatItHides({ address }: { address: string }) {
  const { data, error } = useQuery({
    queryKey: [ipBlocklist.read, 'preview', address],
    queryFn: ({ signal }) => ipBlocklist.preview(address, signal),
    // What is counted changes all the time.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <p role="status" className="min-h-5 text-sm text-ink-2">
      {data && previewSentence(data)}
      {error && !isSignedOut(error) && 'What it would hide could not be counted.'}
    </p>
  )
}

/** Blocks the address a visitor came from, after saying what that hides; says so where it is blocked already. */
export function BlockAddress({ address }: { address: string }) {
  const { entries, block } = useBlocklist(ipBlocklist)
  const { asking, setAsking, no, ask } = useAsking()
  const blocked = entries.data?.find(({ value, active }) => value === address && active)
  if (blocked)
    return <p className="py-2 text-sm text-ink-2">This address is blocked: nothing from it counts.</p>
  if (!asking)
    return (
      <Button ref={ask} onClick={() => setAsking(true)}>
        Block this address…
      </Button>
    )
  return (
    <div className="w-full">
      <h4 className="text-sm font-semibold">Block {address}?</h4>
      <WhatItHides address={address} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={block.isPending}
          onClick={() => block.mutate({ value: address, reason: '' }, { onSuccess: () => setAsking(false) })}
        >
          {block.isPending ? 'Blocking…' : 'Block it'}
        </Button>
        <Button ref={no} look="quiet" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
