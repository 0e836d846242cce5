import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Arrival } from '#contract/backups.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { sendBackup } from './backup-upload.ts'
import { sizeWords } from './backup-words.ts'
import { useReadBackupsAgain } from './use-backups.ts'
import { useCheckArrival, useDropArrival } from './use-second-place.ts'

type Sending = { name: string; share: number; stop: () => void }

function Moving({ name, share, words }: { name: string; share: number; words: string }) {
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="shrink-0 text-ink-2 tabular-nums">{Math.floor(share * 100)}%</span>
      </p>
      <progress value={share} max={1} aria-label={words} className="progress mt-2 block h-1.5 w-full" />
    </>
  )
}

function CheckForm({
  arrival,
  onCancel,
  onTyped,
}: {
  arrival: Arrival
  onCancel: () => void
  onTyped: (passphrase: string) => void
}) {
  const [passphrase, setPassphrase] = useState('')
  const check = useCheckArrival()
  const fields = check.error instanceof CallFailed ? check.error.fields : {}
  const isWhole = check.error && !isSignedOut(check.error) && Object.keys(fields).length === 0
  return (
    <form
      aria-label="Check the backup"
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        // The form is gone by the time that the answer is here.
        onTyped(passphrase.trim())
        check.mutate({ id: arrival.id, ...(passphrase.trim() && { passphrase: passphrase.trim() }) })
      }}
    >
      <p className="text-sm break-words">
        <span className="font-medium">{arrival.name}</span>{' '}
        <span className="text-ink-2">
          is here, {sizeWords(arrival.bytes)}. The whole file is checked before anything can be restored.
        </span>
      </p>
      <TextField
        label="The passphrase of this backup"
        type="password"
        value={passphrase}
        onChange={(value) => {
          setPassphrase(value)
          if (check.error) check.reset()
        }}
        note="Leave empty if it is your current passphrase."
        problem={fields.passphrase}
        maxLength={200}
      />
      <FormEnd
        problem={isWhole ? sentenceOf(check.error) : null}
        isSending={check.isPending}
        words={{ send: 'Check it', sending: 'Opening…' }}
        onCancel={onCancel}
      />
    </form>
  )
}

type BringBackupProps = {
  arrival: Arrival | null
  tz: string
  onRestore: ((one: { file: string; at: string; passphrase?: string }) => void) | null
}

/** Brings a backup's file from this computer, or what came from the second place, to where it can be restored. */
export function BringBackup({ arrival, tz, onRestore }: BringBackupProps) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const drop = useDropArrival()
  const readBackups = useReadBackupsAgain()
  const picker = useRef<HTMLInputElement>(null)
  const going = useOpened<HTMLHeadingElement>({ isBusy: drop.isPending })
  const stop = sending?.stop
  const stopping = useRef(stop)
  stopping.current = stop
  // Closed in the middle nobody would send on.
  useEffect(() => () => stopping.current?.(), [])
  const choose = (file: File) => {
    going.leave()
    setProblem(null)
    setPassphrase('')
    const end = sendBackup(file, {
      onSent: (share) => setSending((now) => now && { ...now, share }),
      // Without the live stream nobody else says that it is there.
      onDone: () => void readBackups().finally(() => setSending((now) => (now?.stop === end ? null : now))),
      onFailed(words) {
        setSending(null)
        setProblem(words)
      },
    })
    setSending({ name: file.name, share: 0, stop: end })
  }
  const forget = () => {
    going.leave()
    sending?.stop()
    setSending(null)
    setPassphrase('')
    drop.mutate()
  }
  const remove = (
    <Button look="quiet" disabled={drop.isPending} onClick={forget}>
      {sending || arrival?.state === 'arriving' ? 'Cancel' : 'Remove it'}
    </Button>
  )
  const said = problem ?? (arrival?.state === 'refused' ? arrival.problem : null)
  // Whatever stands in it may be over by itself.
  const box = (inside: ReactNode) => (
    <div ref={going.goes} className="mt-2 rounded-md bg-sunken px-4 py-3">
      {inside}
    </div>
  )
  const share = arrival && arrival.bytes > 0 ? Math.min(1, arrival.arrived / arrival.bytes) : 0
  const isFree =
    !sending &&
    (arrival === null ||
      arrival.state === 'refused' ||
      (arrival.state === 'arriving' && arrival.from === 'computer'))
  return (
    <section aria-labelledby="bring-backup" className="mt-4">
      <h4 id="bring-backup" ref={going.opener} tabIndex={-1} className="text-sm font-medium">
        A backup from elsewhere
      </h4>
      {isFree && (
        <>
          <p className="mt-1 text-sm text-ink-2">
            Choose a backup that you downloaded (its name ends in .leadline). It is checked before you can
            restore it.
          </p>
          <input
            ref={picker}
            type="file"
            accept=".leadline"
            aria-label="A backup’s file"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (file) choose(file)
            }}
          />
          <Button className="mt-2" onClick={() => picker.current?.click()}>
            Choose a file
          </Button>
        </>
      )}
      <p role="alert" className={said ? 'mt-2 text-sm break-words text-danger' : ''}>
        {said}
      </p>
      {sending &&
        box(
          <>
            <Moving {...sending} words={`Sending ${sending.name}`} />
            <p className="mt-2 text-xs text-ink-3">Leave the settings open until it is there.</p>
            {remove}
          </>,
        )}
      {!sending &&
        arrival?.state === 'arriving' &&
        arrival.from === 'second-place' &&
        box(
          <>
            <Moving name={arrival.name} share={share} words={`Fetching ${arrival.name}`} />
            {remove}
          </>,
        )}
      {!sending &&
        arrival?.state === 'arrived' &&
        box(
          <CheckForm
            key={arrival.id}
            arrival={arrival}
            onCancel={forget}
            onTyped={(typed) => {
              going.leave()
              setPassphrase(typed)
            }}
          />,
        )}
      {arrival?.state === 'checking' && (
        <p role="status" className="mt-2 text-sm text-ink-2">
          {arrival.name} is read from its first byte to its last…
        </p>
      )}
      {arrival?.state === 'checked' &&
        box(
          <>
            <p role="status" className="text-sm break-words">
              <span className="font-medium">{arrival.name}</span>{' '}
              <span className="text-ink-2">
                is complete: made {shortTime(arrival.madeAt ?? '', tz)}, {sizeWords(arrival.bytes)}.
              </span>
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              {onRestore && (
                <Button
                  onClick={() =>
                    onRestore({
                      ...{ file: arrival.id, at: shortTime(arrival.madeAt ?? '', tz) },
                      ...(passphrase && { passphrase }),
                    })
                  }
                >
                  Restore<span className="sr-only"> what came from elsewhere</span>
                </Button>
              )}
              {remove}
            </div>
          </>,
        )}
    </section>
  )
}
