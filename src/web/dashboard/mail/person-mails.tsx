import { useQuery } from '@tanstack/react-query'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { MailItem } from './mail-item.tsx'
import { useMailServer } from './use-mail-server.ts'

const SHOWN = 30

const useMails = (personId: string) => useQuery(reading('GET /api/mails', { personId, limit: SHOWN }))

/** Says that the person's mailbox does not exist, where a mail server said so. */
export function NoMailbox({ personId }: { personId: string }) {
  const { data: mails } = useMails(personId)
  // Of the mails that were tried, the newest tells.
  const newest = mails?.find(({ state }) => state === 'sent' || state === 'failed')
  if (!newest?.isUnknownAddress) return null
  return (
    <p className="mb-4 text-sm text-danger">
      An email came back: there is no such mailbox. A call or a text message may reach them.
    </p>
  )
}

/** The mails to one person, newest first; nothing where there is none. */
export function PersonMails({ personId }: { personId: string }) {
  const { tz } = useAddress()
  const { data: mails, error, refetch } = useMails(personId)
  const isConnected = useMailServer().data?.source !== 'nothing'
  if (!mails && error) return <FailedPart what="Emails" error={error} retry={() => void refetch()} />
  if (!mails || mails.length === 0) return null
  return (
    <section aria-labelledby="person-mails" className="mt-7">
      <h3 id="person-mails" className="mb-1 text-sm font-semibold">
        Emails
      </h3>
      <ul aria-label="Emails to this person" className="border-t border-line">
        {mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} tz={tz} isConnected={isConnected} />
        ))}
      </ul>
    </section>
  )
}
