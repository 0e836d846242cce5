import { useQuery } from '@tanstack/react-query'
import { connectionOf } from '#contract/network.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

/** The address this browser comes from; undefined until it is known. */
export const useOwnAddress = (): string | undefined =>
  useQuery(reading('GET /api/analytics/own-address', {})).data?.ipAddress

/** Whether a blocked address, or the connection it stands for, is the one this browser comes from. */
export const isOwnAddress = (value: string, own: string | undefined): boolean =>
  own !== undefined && (value === own || value === connectionOf(own))

/** Tells the owner their own address, and puts it into the form: everybody who shares it is blocked with them. */
export function OwnAddress({
  own,
  onChoose,
}: {
  own: string | undefined
  onChoose: (value: string) => void
}) {
  if (own === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-4 text-sm text-ink-2">
      <span>
        Your address is <span className="font-medium break-all text-ink">{own}</span>. Browsers you signed in
        with are left out anyway.
      </span>
      <Button onClick={() => onChoose(own)}>This is me: block it</Button>
    </p>
  )
}
