import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { MailServerState } from '#contract/mail-server.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { NotSavedYet } from '#web/dashboard/ui/not-saved-yet.tsx'
import { RemoveQuestion } from '#web/dashboard/ui/remove-question.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { MailServerForm, unsavedMailServer } from './mail-server-form.tsx'
import { useMailServer, useRemoveMail, useTestMail } from './use-mail-server.ts'

/** Sends a real mail and says how it went. */
function TestMail({ first }: { first: string }) {
  const [to, setTo] = useState(first)
  const test = useTestMail()
  const send = (event: FormEvent) => {
    event.preventDefault()
    test.mutate(to.trim())
  }
  const fields = test.error instanceof CallFailed ? test.error.fields : {}
  const failed = test.error && !fields.to ? sentenceOf(test.error) : ''
  const told = test.data?.message ?? failed
  return (
    <form onSubmit={send} className="mt-3 max-w-112">
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Send a test email to"
          className="min-w-0 flex-1 basis-52"
          value={to}
          onChange={(value) => {
            setTo(value)
            if (test.data || test.error) test.reset()
          }}
          problem={fields.to}
          maxLength={254}
        />
        <Button type="submit" className="mt-6" disabled={to.trim() === '' || test.isPending}>
          {test.isPending ? 'Sending…' : 'Send it'}
        </Button>
      </div>
      <p
        role="status"
        className={
          told ? `mt-1 text-sm break-words ${test.data?.success ? 'text-ink-2' : 'text-danger'}` : ''
        }
      >
        {told}
      </p>
    </form>
  )
}

/** Which server it is, who signs in, and whom mails come from. */
function Entered({ state: { entered, password, source } }: { state: MailServerState }) {
  if (!entered) return null
  const { host, user, provider, fromName, fromEmail } = entered
  const end = password.endsIn === null ? '' : `, ends in …${password.endsIn}`
  const facts = [
    { label: 'From address', value: fromName ? `${fromName} <${fromEmail}>` : fromEmail },
    { label: 'Server', value: host },
    ...(provider === 'postmark' || user === '' ? [] : [{ label: 'Signed in as', value: user }]),
    {
      label: 'Password',
      value: !password.isReadable ? 'cannot be read' : password.isSet ? `set${end}` : 'not needed',
    },
  ]
  return (
    <dl className={`mt-3 max-w-160 border-t border-line ${source === 'environment' ? 'text-ink-3' : ''}`}>
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 border-b border-line py-1.5 text-sm"
        >
          <dt className="text-ink-3">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The way to all mails. */
function AllMails() {
  const address = useAddress()
  return (
    <Link
      to={{ search: writeAddress({ ...addressOfTab(address, 'connections'), part: 'mails' }) }}
      className="inline-flex min-h-11 items-center text-sm underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-9"
    >
      All emails to people
    </Link>
  )
}

/** Connecting the mail server, trying it, putting another in its place, and removing it. */
export function MailServerSettings() {
  const { data: state } = useMailServer()
  const [isOpen, setIsOpen] = useState(false)
  const question = useAsking<HTMLButtonElement>()
  const remove = useRemoveMail(question.close)
  if (!state) return <div className="skeleton mt-3 h-9 w-52" />
  const { source, entered, password } = state
  const isUsable = source === 'environment' || (source === 'dashboard' && password.isReadable)
  return (
    <div className="mt-3">
      {source === 'environment' && (
        <p className="text-sm text-ink-2">
          The mail server is set on the server itself (<code className="font-mono text-xs">SMTP_URL</code>),
          and that one is used{entered ? ', not the one entered here' : ''}.
        </p>
      )}
      {!password.isReadable && (
        <p role="alert" className="text-sm text-danger">
          The server’s secret key has changed, so the password can no longer be read. Enter it again.
        </p>
      )}
      <Entered state={state} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {source !== 'environment' && (
          <Button ref={question.goOn} look={entered ? 'plain' : 'primary'} onClick={() => setIsOpen(true)}>
            {entered ? 'Change' : 'Connect your email'}
            {entered && <span className="sr-only"> the mail server</span>}
          </Button>
        )}
        {entered && !question.asking && (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            Remove…<span className="sr-only"> the mail server</span>
          </Button>
        )}
        <AllMails />
      </div>
      {!isOpen && unsavedMailServer(state).read() && <NotSavedYet />}
      <RemoveQuestion question={question} remove={remove}>
        Server and password are forgotten. Emails to people wait here until another one is connected.
      </RemoveQuestion>
      {isUsable && <TestMail first={entered?.fromEmail ?? ''} />}
      {isOpen && <MailServerForm state={state} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
