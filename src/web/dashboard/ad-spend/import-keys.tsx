import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import type { ImportKey } from '#contract/ad-spend.ts'
import { googleAdsScript } from '#contract/google-ads-script.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CopyLine } from '#web/dashboard/connections/copy-line.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { copyText } from '#web/dashboard/ui/copy-text.ts'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { keptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { useImportKeys } from './use-ad-spend.ts'

const KEYS = 'GET /api/ad-spend/keys'

const Typed = z.object({ name: z.string() })
const noName = { name: '' }
const keptName = keptInTab('import-key-name', (value) => Typed.safeParse(value).data)
// It can be read nowhere else, so that looking at another screen does not take it away.
const keptKey = keptInPage<string>()('made')

function OneKey({ one, tz }: { one: ImportKey; tz: string }) {
  const client = useQueryClient()
  const question = useAsking<HTMLLIElement>()
  const revoke = useChange({
    make: () => call('DELETE /api/ad-spend/keys/:id', { id: one.id }),
    done: { title: 'Revoked', message: 'Calls with this key are turned away from now on.' },
    failed: 'It was not revoked',
    after: async () => {
      await client.invalidateQueries({ queryKey: [KEYS] })
      question.close()
    },
  })
  return (
    <li
      ref={question.goOn}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5 last:border-0"
    >
      <div className="min-w-0">
        <p className={`text-sm break-words ${one.revokedAt ? 'text-ink-3 line-through' : ''}`}>{one.name}</p>
        <p className="text-xs text-ink-2 tabular-nums">
          ends in {one.endsIn} ·{' '}
          {one.revokedAt
            ? `revoked ${shortTime(one.revokedAt, tz)}`
            : one.lastUsedAt
              ? `last used ${shortTime(one.lastUsedAt, tz)}`
              : 'never used'}
        </p>
      </div>
      {!one.revokedAt &&
        (question.asking ? (
          <span className="flex gap-2">
            <Button look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
              Revoke it now
            </Button>
            <Button ref={question.no} look="quiet" onClick={question.keep}>
              Keep it
            </Button>
          </span>
        ) : (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            Revoke<span className="sr-only"> {one.name}</span>
          </Button>
        ))}
    </li>
  )
}

function MadeKey({ value, onDone }: { value: string; onDone: () => void }) {
  const id = useId()
  const [isCopied, setIsCopied] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // It stands in place of the form that made it; whoever comes back to it is elsewhere.
    if (document.activeElement === document.body) text.current?.focus()
  }, [])
  const address = `${window.location.origin}/api/ad-spend/rows`
  const script = googleAdsScript(address, value)
  const copy = async () => {
    const isNow = await copyText(script)
    setIsCopied(isNow)
    if (!isNow) document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(id)}`)?.select()
  }
  return (
    <div className="mt-3 rounded-md bg-sunken px-4 py-4">
      <p ref={text} tabIndex={-1} className="text-sm font-medium outline-none">
        This key is shown only now.
      </p>
      <div className="mt-2">
        <CopyLine label="the key" value={value} />
      </div>
      <label htmlFor={id} className="mt-4 block text-sm font-medium">
        The script for Google Ads, with the address and the key in it
      </label>
      <ol className="mt-1 list-decimal space-y-0.5 pl-5 text-sm text-ink-2">
        <li>In Google Ads open Tools → Bulk actions → Scripts, and press +.</li>
        <li>Delete what is there, paste this, and press Authorize, then Run.</li>
        <li>Back in the list set its frequency to Daily.</li>
      </ol>
      <textarea
        id={id}
        readOnly
        rows={8}
        value={script}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="mt-2 block w-full rounded-sm border border-line bg-surface px-3 py-2 font-mono text-xs leading-5"
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy the script'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** Keys with which scripts bring spend, and the script for Google Ads ready to paste while a key can still be seen. */
export function ImportKeys() {
  const id = useId()
  const client = useQueryClient()
  const { tz } = useAddress()
  const { data, error } = useImportKeys()
  const [{ name }, setName] = useKeptTyping(keptName, noName)
  const [made, setMade] = useState(() => keptKey.read() ?? '')
  const showing = useOpened<HTMLHeadingElement>()
  const make = useChange({
    make: () => call('POST /api/ad-spend/keys', { name: name.trim() }),
    failed: 'No key was made',
    after: async ({ key }) => {
      keptKey.write(key)
      setMade(key)
      keptName.forget()
      setName(noName)
      await client.invalidateQueries({ queryKey: [KEYS] })
    },
  })
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={showing.opener} tabIndex={-1} className="text-lg font-semibold">
        Google Ads spend, every day
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        A script in your Google Ads account can send what ads cost every day. It needs a key: make one, and
        the script is ready to paste.
      </p>
      {made ? (
        <MadeKey
          value={made}
          onDone={() => {
            showing.leave()
            keptKey.forget()
            setMade('')
          }}
        />
      ) : (
        <form
          className="mt-3 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') make.mutate()
          }}
        >
          <TextField
            label="Name of the key"
            value={name}
            onChange={(name) => setName({ name })}
            maxLength={60}
            placeholder="Google Ads script"
            className="w-64 max-w-full"
          />
          <Button type="submit" disabled={name.trim() === '' || make.isPending}>
            Make a key
          </Button>
        </form>
      )}
      <Failure of={error} />
      {data && data.length > 0 && (
        <ul aria-label="Import keys" className="mt-3">
          {data.map((one) => (
            <OneKey key={one.id} one={one} tz={tz} />
          ))}
        </ul>
      )}
    </section>
  )
}
