import { useState } from 'react'
import { type MailProvider, type MailServerState, mailProviders } from '#contract/mail-server.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { keptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import type { Unsaved } from '#web/dashboard/ui/kept-in-tab.ts'
import { SelectField } from '#web/dashboard/ui/select-field.tsx'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { mailProviderGuides } from './mail-providers.ts'
import { ServerFields, SignInFields, type TypedMailServer, WhereToFind } from './mail-server-fields.tsx'
import { useConnectMail } from './use-mail-server.ts'

const typedFor = (provider: MailProvider): TypedMailServer => {
  const { host, port, security, user } = mailProviderGuides[provider]
  return {
    ...{ provider, host, port: String(port), security, user },
    ...{ password: '', fromName: '', fromEmail: '' },
  }
}

const kept = keptInPage<TypedMailServer>()

/** What is being typed in place of what is connected: kept until it is saved or dropped. */
export const unsavedMailServer = ({ entered }: MailServerState): Unsaved<TypedMailServer> =>
  kept(JSON.stringify(entered))

/** What stands in the form at first: what is connected, else an empty one for the provider most people have. */
const typedAtFirst = ({ entered }: MailServerState): TypedMailServer =>
  entered ? { ...entered, port: String(entered.port), password: '' } : typedFor('gmail')

/** What is sent: app passwords are shown in groups of letters, and are none with blanks in them. */
const toSend = ({ password, port, ...typed }: TypedMailServer) => {
  const plain = typed.provider === 'gmail' ? password.replace(/\s+/g, '') : password
  return {
    ...typed,
    fromEmail: typed.fromEmail.trim(),
    port: Number(port),
    ...(plain !== '' && { password: plain }),
  }
}

/** Connects a mail server: which provider, who signs in, and whom mails come from. It is tried before it is kept. */
export function MailServerForm({ state, onClose }: { state: MailServerState; onClose: () => void }) {
  const [unsaved] = useState(() => unsavedMailServer(state))
  const [first] = useState(() => typedAtFirst(state))
  const [of] = useState(state.entered)
  const [typed, setTyped] = useKeptTyping(unsaved, first)
  const connect = useConnectMail(unsaved, onClose)
  const set = (change: Partial<TypedMailServer>) => {
    setTyped((before) => ({ ...before, ...change }))
    if (connect.error) connect.reset()
  }
  const fields = connect.error instanceof CallFailed ? connect.error.fields : {}
  const isWhole = connect.error && !isSignedOut(connect.error) && Object.keys(fields).length === 0
  return (
    <Dialog title="Connect your email" shape="card" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate({ ...toSend(typed), inPlaceOf: state.entered })
        }}
      >
        <SelectField
          label="Who sends your email?"
          value={typed.provider}
          onChange={(provider) => {
            const { fromName, fromEmail } = typed
            set({ ...typedFor(provider), fromName, fromEmail })
          }}
          options={mailProviders.map((one) => [one, mailProviderGuides[one].name])}
        />
        <WhereToFind provider={typed.provider} />
        <SignInFields typed={typed} fields={fields} set={set} password={state.password} />
        <ServerFields typed={typed} fields={fields} set={set} key={typed.provider} />
        {state.entered && !connect.isPending && !isSame(state.entered, of) && (
          <ChangedMeanwhile
            what="The mail server"
            now={`${state.entered.host}, from ${state.entered.fromEmail}`}
          />
        )}
        <FormEnd
          problem={isWhole ? sentenceOf(connect.error) : null}
          isSending={connect.isPending}
          words={{ send: 'Connect', sending: 'Signing in…' }}
          onCancel={() => {
            unsaved.forget()
            onClose()
          }}
        />
      </form>
    </Dialog>
  )
}
