import { ImportKeys } from '#web/dashboard/ad-spend/import-keys.tsx'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { MailsScreen } from '#web/dashboard/mail/mails-screen.tsx'
import { Payments } from '#web/dashboard/outcomes/payments.tsx'
import { UnmatchedPayments } from '#web/dashboard/outcomes/unmatched-payments.tsx'
import { ConnectionRow } from './connection-row.tsx'
import { useConnections } from './use-connections.ts'
import { WhoDoesWhat } from './who-does-what.tsx'

/** How everything outside stands that the product works with, and what to do about it. */
export default function ConnectionsTab() {
  const { part } = useAddress()
  return part === 'mails' ? <MailsScreen /> : <AllConnections />
}

function AllConnections() {
  const { data, error, refetch } = useConnections()
  const retry = () => void refetch()
  if (!data)
    return error ? (
      <FailedList what="The connections" error={error} retry={retry} />
    ) : (
      <ListSkeleton rows={6} />
    )
  return (
    <section aria-label="Connections">
      {error && <StaleNotice error={error} retry={retry} />}
      <UnmatchedPayments />
      <Payments />
      <WhoDoesWhat jobs={data.jobs} />
      {data.connections.map((connection) => (
        <ConnectionRow
          key={connection.vendor}
          connection={connection}
          comparison={data.comparison}
          isAddressKnown={data.isAddressKnown}
        />
      ))}
      <div className="mt-8 max-w-160">
        <ImportKeys />
      </div>
    </section>
  )
}
