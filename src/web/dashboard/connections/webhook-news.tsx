import type { Connection } from '#contract/connections.ts'
import type { WhyRefused } from '#contract/webhooks.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { vendorLabels } from './connection-labels.ts'

const whyWords: Record<WhyRefused, string> = {
  unsigned: 'it was not signed. Enter the secret at the vendor, too.',
  'other-time': 'it was signed more than five minutes before or after it came. One of the clocks is wrong.',
  'other-secret': 'it was signed with another secret. Enter the same one on both sides.',
}

/** Whether the vendor that delivers has been heard of: the last call that was taken, and the last that was not. */
export function WebhookNews({ connection }: { connection: Connection }) {
  const { tz } = useAddress()
  const { vendor, lastReceivedAt, refused } = connection
  const { by } = vendorLabels[vendor]
  return (
    <div role="status">
      <p>
        {lastReceivedAt ? (
          <>
            Last received <Moment at={lastReceivedAt} tz={tz} within />: signature fine
          </>
        ) : (
          `Waiting for the first call from ${vendor === 'voice' ? 'the voice agent' : by}`
        )}
      </p>
      {refused && (
        <p className="text-warning">
          Turned away <Moment at={refused.lastAt} tz={tz} within />:{' '}
          {refused.why
            ? whyWords[refused.why]
            : 'the signature did not match. Usually the secret here differs from the vendor’s.'}
          {refused.number > 1 && ` ${refused.number.toLocaleString('en-US')} calls since the last good one.`}
        </p>
      )}
    </div>
  )
}
