import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type MailState, mailStates } from '#contract/mails.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { useList } from '#web/dashboard/list/use-list.ts'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { MailItem } from './mail-item.tsx'
import { mailStateLabels } from './mail-labels.ts'
import { useMailServer } from './use-mail-server.ts'

/** Every mail to a person: what waits, what was sent, and what was not and why. */
export function MailsScreen() {
  const address = useAddress()
  const [state, setState] = useState<MailState | ''>('')
  const list = useList('GET /api/mails', { state: state || undefined }, 30_000)
  const isConnected = useMailServer().data?.source !== 'nothing'
  return (
    <section aria-label="Emails to people">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <Link
          to={{ search: writeAddress(addressOfTab(address, 'connections')) }}
          className="inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2 hover:text-ink md:min-h-9"
        >
          <ArrowLeft size={15} aria-hidden="true" />
          Connections
        </Link>
        <span className="flex items-center gap-3">
          <select
            aria-label="Which emails"
            value={state}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              setState(mailStates.find((one) => one === chosen) ?? '')
            }}
            className={`${fieldLook} w-auto`}
          >
            <option value="">All emails</option>
            {mailStates.map((one) => (
              <option key={one} value={one}>
                {mailStateLabels[one]}
              </option>
            ))}
          </select>
          {list.rows && <CountLine shown={list.rows.length} total={list.total} noun={['email', 'emails']} />}
        </span>
      </div>
      <h2 className="text-base font-semibold">Emails to people</h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        What your visitors get from you: confirmations and reminders of calls. Change their text in Site,
        under Emails.
      </p>
      <ListFrame
        list={list}
        what="Emails"
        empty={
          <EmptyList title={state === '' ? 'No emails yet' : 'No such emails'}>
            <p>
              {state === ''
                ? 'As soon as somebody books a call, its confirmation appears here.'
                : 'No email has this status at the moment.'}
            </p>
          </EmptyList>
        }
      >
        {(rows) => (
          <ul aria-label="Emails" className="border-t border-line">
            {rows.map((mail) => (
              <MailItem key={mail.id} mail={mail} tz={address.tz} isConnected={isConnected} withPerson />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  )
}
