import { useState } from 'react'
import {
  type MailProvider,
  type MailServer,
  type MailServerState,
  mailSecurities,
} from '#contract/mail-server.ts'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { SelectField } from '#web/dashboard/ui/select-field.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { mailProviderGuides, securityLabels } from './mail-providers.ts'

/** A mail server as it is being typed. */
export type TypedMailServer = Omit<MailServer, 'port'> & { port: string; password: string }

type ServerFieldsProps = {
  typed: TypedMailServer
  fields: Record<string, string>
  set: (change: Partial<TypedMailServer>) => void
}

/** Where the mail server is. Filled in for the providers that are known; folded away there. */
export function ServerFields({ typed, fields, set }: ServerFieldsProps) {
  const isKnown = typed.provider !== 'other'
  const hasProblem = Boolean(fields.host ?? fields.port ?? fields.security)
  const [isOpen, setOpen] = useState(!isKnown || typed.provider === 'ses')
  const [hadProblem, setHadProblem] = useState(false)
  // A problem goes with the first key that corrects it; the field that is typed in stays.
  if (hadProblem !== hasProblem) {
    setHadProblem(hasProblem)
    if (hasProblem) setOpen(true)
  }
  return (
    <Disclosure
      title={isKnown ? `Server: ${typed.host}, port ${typed.port}` : 'Server'}
      quiet
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <div className="mt-1 space-y-3">
        <TextField
          label="Server"
          value={typed.host}
          onChange={(host) => set({ host: host.trim() })}
          problem={fields.host}
          placeholder="smtp.example.com"
          maxLength={253}
        />
        <div className="grid grid-cols-[6rem_1fr] gap-3">
          <TextField
            label="Port"
            value={typed.port}
            onChange={(port) => set({ port: port.replace(/\D/g, '') })}
            problem={fields.port}
            maxLength={5}
          />
          <SelectField
            label="Encryption"
            value={typed.security}
            onChange={(security) => set({ security })}
            options={mailSecurities.map((one) => [one, securityLabels[one]])}
          />
        </div>
        {fields.security && (
          <p role="alert" className="text-xs text-danger">
            Encryption {fields.security}
          </p>
        )}
        <p className="text-xs text-ink-3">
          Some hosting companies block ports 587 and 465. Brevo, Postmark and Mailgun also answer on 2525.
        </p>
      </div>
    </Disclosure>
  )
}

/** Where the password is found at a provider. */
export function WhereToFind({ provider }: { provider: MailProvider }) {
  const { steps, note } = mailProviderGuides[provider]
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm text-ink-2">
      <ol className="list-decimal space-y-1 pl-4">
        {steps.map((step) => (
          <li key={step} className="break-words">
            {step}
          </li>
        ))}
      </ol>
      {note && <p className="mt-2 text-ink-3">{note}</p>}
    </div>
  )
}

type SenderFieldsProps = ServerFieldsProps & { password: MailServerState['password'] }

/** Who signs in, and whom mails come from. */
export function SignInFields({ typed, fields, set, password }: SenderFieldsProps) {
  const { userLabel, passwordLabel } = mailProviderGuides[typed.provider]
  const { endsIn, isSet, isReadable } = password
  const stays = isSet && isReadable
  return (
    <>
      {userLabel !== null && (
        <TextField
          label={userLabel}
          value={typed.user}
          onChange={(user) => {
            // Most people write from the address they sign in with.
            const follows = typed.fromEmail === '' || typed.fromEmail === typed.user
            set({ user, ...(follows && { fromEmail: user }) })
          }}
          problem={fields.user}
          maxLength={254}
        />
      )}
      <TextField
        label={passwordLabel}
        type="password"
        value={typed.password}
        onChange={(value) => set({ password: value })}
        problem={fields.password}
        note={stays ? `Set${endsIn ? `, ends in …${endsIn}` : ''}. Leave it empty to keep it.` : undefined}
        maxLength={1000}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Your name, as recipients see it"
          value={typed.fromName}
          onChange={(fromName) => set({ fromName })}
          problem={fields.fromName}
          placeholder="Ana Keller"
          maxLength={100}
        />
        <TextField
          label="From address"
          value={typed.fromEmail}
          onChange={(fromEmail) => set({ fromEmail })}
          problem={fields.fromEmail}
          placeholder="ana@example.com"
          maxLength={254}
        />
      </div>
    </>
  )
}
