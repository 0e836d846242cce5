import { useEffect, useState } from 'react'
import type { Connection } from '#contract/connections.ts'
import { fieldLabel } from '#contract/pasted-value.ts'
import type {
  EnteredVendor,
  VendorFieldName,
  VendorFieldState,
  VendorValues,
} from '#contract/vendor-settings.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { vendorLabels } from './connection-labels.ts'
import { CopyLine } from './copy-line.tsx'
import { makeSecret } from './make-secret.ts'
import { unsavedValues } from './unsaved-values.ts'
import { useEnterVendor } from './use-vendor-settings.ts'
import { vendorGuides } from './vendor-guides.ts'
import { valueWords } from './vendor-values.tsx'

// Vendors show these in plain sight themselves.
const PLAIN: readonly VendorFieldName[] = ['locationId', 'url', 'testEventCode', 'accountId']

/** What is typed for one value; a secret that is made here is shown as long as the form is open. */
type FieldProps = {
  vendor: EnteredVendor
  state: VendorFieldState
  value: string
  problem: string | undefined
  isMade: boolean
  /** Whether an optional value is taken out with the next save. */
  isTakenOut: boolean
  onType: (value: string) => void
  onMake: () => void
  onTakeOut: (isTakenOut: boolean) => void
}

function SetElsewhere({ label, variable }: { label: string; variable: string }) {
  return (
    <div className="text-sm">
      <p className="text-ink-2">{label}</p>
      <p className="mt-1 text-ink-3">
        Set on the server by <code className="font-mono text-xs break-all">{variable}</code>, which wins.
      </p>
    </div>
  )
}

function ValueField({ vendor, state, value, problem, isMade, ...on }: FieldProps) {
  const { name, variable, source, isOptional, isReadable } = state
  const { notes, placeholders, canMakeSecret } = vendorGuides[vendor]
  const label = fieldLabel(vendor, name)
  if (source === 'environment') return <SetElsewhere label={label} variable={variable} />
  const isKept = source === 'dashboard' && isReadable
  const kept = on.isTakenOut
    ? 'It is taken out when you save.'
    : isKept
      ? `Now ${valueWords(state)}. Leave it empty to keep it.`
      : ''
  if (isMade)
    return (
      <div>
        <p className="text-sm text-ink-2">{label}</p>
        <div className="mt-1">
          <CopyLine label="the secret" value={value} />
        </div>
        <p className="mt-1 text-xs text-ink-3">
          Copy it to the vendor before you save: it is not shown again afterwards.
        </p>
        <Button look="quiet" className="mt-1" onClick={() => on.onType('')}>
          Enter one of my own
        </Button>
      </div>
    )
  return (
    <div>
      <TextField
        label={isOptional ? `${label} (optional)` : label}
        type={PLAIN.includes(name) ? 'text' : 'password'}
        value={value}
        onChange={on.onType}
        note={[kept, notes[name]].filter(Boolean).join(' ') || undefined}
        problem={problem}
        placeholder={placeholders[name]}
        maxLength={5000}
      />
      {name === 'secret' && canMakeSecret && (
        <Button className="mt-2" onClick={on.onMake}>
          Make one for me
        </Button>
      )}
      {isOptional && isKept && (
        <Button look="quiet" className="mt-1" onClick={() => on.onTakeOut(!on.isTakenOut)}>
          {on.isTakenOut ? 'Keep it after all' : 'Take it out'}
        </Button>
      )}
    </div>
  )
}

function Steps({ vendor }: { vendor: EnteredVendor }) {
  return (
    <ol className="list-decimal space-y-1.5 rounded-md bg-sunken py-3 pr-4 pl-8 text-sm text-ink-2">
      {vendorGuides[vendor].steps.map((step) => (
        <li key={step} className="break-words">
          {step}
        </li>
      ))}
    </ol>
  )
}

type VendorFormProps = {
  vendor: EnteredVendor
  connection: Connection
  isAddressKnown: boolean
  onClose: () => void
}

/** Enters what a vendor needs, beside where that is found. */
export function VendorForm({ vendor, connection, isAddressKnown, onClose }: VendorFormProps) {
  const unsaved = unsavedValues(vendor)
  const [begun] = useState(() => unsaved.read())
  const [typed, setTyped] = useState<VendorValues>(begun?.values ?? {})
  const [made, setMade] = useState(begun?.made ?? null)
  const [takenOut, setTakenOut] = useState<VendorFieldName[]>(begun?.takenOut ?? [])
  const enter = useEnterVendor(vendor, onClose)
  const set = (name: VendorFieldName, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }))
    if (enter.error) enter.reset()
  }
  const problems = enter.error instanceof CallFailed ? enter.error.fields : {}
  const isWhole = enter.error && !isSignedOut(enter.error) && Object.keys(problems).length === 0
  const { fields, webhookUrl } = connection
  const { title } = vendorGuides[vendor]
  const { name: vendorName } = vendorLabels[vendor]
  const given = {
    ...Object.fromEntries(takenOut.map((name) => [name, ''])),
    ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '')),
  }
  const isTouched = Object.keys(given).length > 0
  // Only what is typed says whether there is something to keep: what is saved or dropped is forgotten for good.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (isTouched) unsaved.write({ values: typed, made, takenOut })
    else unsaved.forget()
  }, [typed, made, takenOut])
  return (
    <Dialog title={title} shape="card" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          enter.mutate(given)
        }}
      >
        <Steps vendor={vendor} />
        {webhookUrl && <AddressToPaste name={vendorName} url={webhookUrl} isKnown={isAddressKnown} />}
        {fields.map((state) => (
          <ValueField
            key={state.name}
            vendor={vendor}
            state={state}
            value={typed[state.name] ?? ''}
            problem={problems[state.name]}
            isMade={state.name === 'secret' && made !== null && typed.secret === made}
            isTakenOut={takenOut.includes(state.name) && !typed[state.name]}
            onType={(value) => set(state.name, value)}
            onTakeOut={(isTakenOut) =>
              setTakenOut((names) => [
                ...names.filter((name) => name !== state.name),
                ...(isTakenOut ? [state.name] : []),
              ])
            }
            onMake={() => {
              const secret = makeSecret()
              setMade(secret)
              set('secret', secret)
            }}
          />
        ))}
        <FormEnd
          problem={isWhole ? sentenceOf(enter.error) : null}
          isSending={enter.isPending}
          words={{ send: 'Save', sending: vendor === 'crm' ? 'Asking GoHighLevel…' : 'Saving…' }}
          onCancel={() => {
            unsaved.forget()
            onClose()
          }}
        />
        <p className="text-xs text-ink-3">
          Stored encrypted, never shown again. Whoever runs the server can set{' '}
          {fields.map(({ variable }) => variable).join(' and ')} instead; that takes precedence.
        </p>
      </form>
    </Dialog>
  )
}

/** The address at which a vendor delivers, to copy. */
export function AddressToPaste({ name, url, isKnown }: { name: string; url: string; isKnown: boolean }) {
  return (
    <div>
      <p className="text-sm text-ink-2">Address to paste</p>
      <div className="mt-1">
        <CopyLine label={`the address for ${name}`} value={url} />
      </div>
      {!isKnown && (
        <p className="mt-1 text-xs text-warning">
          The site has no public address yet, so this one works on this machine only. Whoever runs the server
          sets PUBLIC_URL.
        </p>
      )}
    </div>
  )
}
