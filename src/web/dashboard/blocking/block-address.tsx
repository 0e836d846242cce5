import { useQuery } from '@tanstack/react-query'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Question } from '#web/dashboard/ui/question.tsx'
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
  const question = useAsking<HTMLParagraphElement>()
  const blocked = entries.data?.find(({ value, active }) => value === address && active)
  if (blocked)
    return (
      <p ref={question.goOn} tabIndex={-1} className="py-2 text-sm text-ink-2">
        This address is blocked: nothing from it counts.
      </p>
    )
  if (!question.asking)
    return (
      <Button ref={question.ask} onClick={question.raise}>
        Block this address…
      </Button>
    )
  return (
    <Question
      question={question}
      title={`Block ${address}?`}
      yes="Block it"
      happening="Blocking…"
      isHappening={block.isPending}
      onYes={() => block.mutate({ value: address, reason: '' }, { onSuccess: question.close })}
      no="Cancel"
      look="primary"
    >
      <WhatItHides address={address} />
    </Question>
  )
}
