import { useState } from 'react'
import { PlaceIdentity, type SecondPlace } from '#contract/second-place.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { keptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import type { Unsaved } from '#web/dashboard/ui/kept-in-tab.ts'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { placeName } from './backup-words.ts'
import { storageGuides } from './second-place-guides.ts'
import { useEnterPlace } from './use-second-place.ts'

function Guides() {
  return (
    <div className="rounded-md bg-sunken px-4 py-1">
      {storageGuides.map(({ name, steps }) => (
        <Disclosure key={name} title={name} place="border-b border-line last:border-0">
          <ol className="list-decimal space-y-1.5 pb-3 pl-8 text-sm text-ink-2">
            {steps.map((step) => (
              <li key={step} className="break-words">
                {step}
              </li>
            ))}
          </ol>
        </Disclosure>
      ))}
    </div>
  )
}

const fields = [
  { name: 'endpoint', label: 'Address', longest: 300, note: 'It begins with https://.' },
  { name: 'bucket', label: 'Bucket', longest: 63, note: '' },
  { name: 'accessKeyId', label: 'Access key ID', longest: 200, note: '' },
  { name: 'secretAccessKey', label: 'Secret key', longest: 500, note: '' },
  {
    name: 'region',
    label: 'Region (optional)',
    longest: 60,
    note: 'Only if it is not in the address.',
  },
  {
    name: 'prefix',
    label: 'Folder in the bucket (optional)',
    longest: 200,
    note: 'Where the bucket holds other things, too. Each site needs a folder of its own.',
  },
] as const

type Typed = Record<(typeof fields)[number]['name'], string>

const typedAtFirst = ({ endpoint, bucket, accessKeyId, region, prefix }: SecondPlace): Typed => ({
  ...{ endpoint, bucket, accessKeyId, secretAccessKey: '', region, prefix },
})

const kept = keptInPage<Typed>()

/** What is being typed in place of what is entered: kept until it is saved or dropped. */
export const unsavedPlace = (place: SecondPlace): Unsaved<Typed> => kept(JSON.stringify(typedAtFirst(place)))

/** Enters the storage that backups are copied to, beside where its values are found; it is tried before it is kept. */
export function SecondPlaceForm({ place, onClose }: { place: SecondPlace; onClose: () => void }) {
  const { source, secretEndsIn, isReadable } = place
  const isKept = source === 'dashboard' && isReadable
  const [unsaved] = useState(() => unsavedPlace(place))
  const [first] = useState(() => typedAtFirst(place))
  const [typed, setTyped] = useKeptTyping(unsaved, first)
  const now = source === 'dashboard' ? PlaceIdentity.parse(place) : null
  const [of] = useState(now)
  const enter = useEnterPlace(unsaved, onClose)
  const problems = enter.error instanceof CallFailed ? enter.error.fields : {}
  const isWhole = enter.error && !isSignedOut(enter.error) && Object.keys(problems).length === 0
  return (
    <Dialog title="A second place for backups" shape="card" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { secretAccessKey, ...rest } = typed
          enter.mutate({ ...rest, ...(secretAccessKey.trim() && { secretAccessKey }), inPlaceOf: now })
        }}
      >
        <p className="text-sm text-ink-2">
          Storage at a vendor of your choice, in a bucket that you make there. A server that is lost then does
          not take its backups with it. Where the values are found:
        </p>
        <Guides />
        {fields.map(({ name, label, longest, note }) => {
          const end = secretEndsIn === null ? '' : ` Now it ends in …${secretEndsIn}.`
          const kept = name === 'secretAccessKey' && isKept ? `Leave it empty to keep it.${end}` : note
          return (
            <TextField
              key={name}
              label={label}
              type={name === 'secretAccessKey' ? 'password' : 'text'}
              value={typed[name]}
              onChange={(value) => {
                setTyped((before) => ({ ...before, [name]: value }))
                if (enter.error) enter.reset()
              }}
              {...(kept && { note: kept })}
              problem={problems[name]}
              maxLength={longest}
            />
          )
        })}
        {now && !enter.isPending && !isSame(now, of) && (
          <ChangedMeanwhile what="The second place" now={placeName(now)} />
        )}
        <FormEnd
          problem={isWhole ? sentenceOf(enter.error) : null}
          isSending={enter.isPending}
          words={{ send: 'Try and save', sending: 'Writing a test file…' }}
          onCancel={() => {
            unsaved.forget()
            onClose()
          }}
        />
        <p className="text-xs text-ink-3">
          The secret key is stored encrypted and never shown again. Backups are encrypted with your passphrase
          before they leave this server.
        </p>
      </form>
    </Dialog>
  )
}
