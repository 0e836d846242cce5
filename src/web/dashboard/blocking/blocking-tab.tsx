import { useState } from 'react'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { EmptyList, FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { BlockForm } from './block-form.tsx'
import type { BlockedEntry, Blocklist } from './blocklist.ts'
import { isOwnAddress, OwnAddress, useOwnAddress } from './own-address.tsx'
import { previewSentence } from './preview-sentence.ts'
import { nothingTyped, unsavedEntry } from './unsaved-entry.ts'
import { ipBlocklist, pageBlocklist, useBlocklist } from './use-blocklist.ts'

type BlockedListProps = {
  entries: BlockedEntry[]
  label: string
  /** The address this browser comes from. */
  own: string | undefined
  /** The changes that are on their way to the server: shown as if they were made. */
  pending: { id: string; active: boolean }[]
  /** The entries whose switch waits for its numbers. */
  looking: string[]
  onToggle: (entry: BlockedEntry, active: boolean) => void
}

/** Blocked entries with their state and switch; switching one off brings its traffic back. */
function BlockedList({ entries: stored, label, own, pending, looking, onToggle }: BlockedListProps) {
  const { tz } = useAddress()
  const { dense } = usePreferences()
  const isUnderWay = (id: string) => pending.some((one) => one.id === id)
  const entries = stored.map((entry) => ({ ...entry, ...pending.find(({ id }) => id === entry.id) }))
  return (
    <ul aria-label={label} className="border-t border-line">
      {entries.map((entry) => {
        const { id, value, reason, active, blockedAt } = entry
        return (
          <li
            key={id}
            className={`flex items-center justify-between gap-4 border-b border-line hover:bg-sunken ${dense ? 'md:h-9' : 'py-1.5'}`}
          >
            <div className={`min-w-0 ${dense ? 'md:flex md:items-baseline md:gap-3' : ''}`}>
              <p className={`font-medium break-all ${active ? '' : 'text-ink-2'}`}>
                {value}
                {isOwnAddress(value, own) && (
                  <span className="ml-2">
                    <Badge>This is you</Badge>
                  </span>
                )}
              </p>
              <p className="text-xs break-words text-ink-3">
                {reason ? `${reason} · ` : ''}
                since {shortTime(blockedAt, tz)}
              </p>
            </div>
            <div className="flex shrink-0 items-center gap-3">
              <span className={`text-xs ${active ? 'text-ink' : 'text-ink-3'}`}>
                {active ? 'Active' : 'Inactive'}
              </span>
              <Switch
                bare
                checked={active}
                disabled={isUnderWay(id) || looking.includes(id)}
                onChange={(checked) => onToggle(entry, checked)}
              >
                Block {value}
              </Switch>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type Asked = { entry: BlockedEntry; active: boolean; words: string }

/**
 * A block's switch that asks first where it would change a number, about one entry after the other. `looking` names the
 * entries whose numbers are being counted; what cannot be counted is asked about without numbers.
 */
function useConfirmedSwitch(blocklist: Blocklist, toggle: (id: string, active: boolean) => void) {
  const [questions, setQuestions] = useState<Asked[]>([])
  const [looking, setLooking] = useState<string[]>([])
  const ask = (question: Asked) => setQuestions((before) => [...before, question])

  async function request(entry: BlockedEntry, active: boolean): Promise<void> {
    setLooking((before) => [...before, entry.id])
    try {
      const preview = await blocklist.preview(entry.value, new AbortController().signal)
      const changes = preview.visitors + preview.pageViews + preview.leads > 0
      // Somebody else may have switched it meanwhile: then there is nothing left to count.
      if (!changes || preview.isBlocked === active) toggle(entry.id, active)
      else ask({ entry, active, words: previewSentence(preview) })
    } catch (error) {
      const words = 'What it will change could not be counted.'
      if (!isSignedOut(error)) ask({ entry, active, words })
    } finally {
      setLooking((before) => before.filter((id) => id !== entry.id))
    }
  }

  return { asked: questions[0], looking, request, close: () => setQuestions((before) => before.slice(1)) }
}

type ConfirmSwitchProps = {
  value: string
  active: boolean
  /** What the switch will change, in one sentence. */
  words: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a block's switch changes numbers, and says which. */
function ConfirmSwitch({ value, active, words, onConfirm, onClose }: ConfirmSwitchProps) {
  return (
    <Dialog
      title={active ? `Block ${value} again?` : `Stop blocking ${value}?`}
      shape="card"
      onClose={onClose}
    >
      <p className="text-sm">{words}</p>
      <p className="mt-1 text-sm text-ink-2">
        {active
          ? 'Past days are included. Switching it off later brings all of it back.'
          : 'Past days are included. Switching it on later hides all of it again.'}
      </p>
      <div className="mt-5 flex gap-2">
        <Button
          look="primary"
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {active ? 'Block it' : 'Stop blocking'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

const parts = [
  { part: '', label: 'IP Addresses', blocklist: ipBlocklist },
  { part: 'pages', label: 'Page Paths', blocklist: pageBlocklist },
] as const

function Entries({ blocklist, label }: { blocklist: Blocklist; label: string }) {
  const { entries, block, toggle } = useBlocklist(blocklist)
  const { data, error, refetch } = entries
  const switching = useConfirmedSwitch(blocklist, (id, active) => toggle.mutate({ id, active }))
  const { asked } = switching
  const own = useOwnAddress()
  const [typed, setTyped] = useKeptTyping(unsavedEntry(blocklist), nothingTyped)
  const retry = () => void refetch()
  return (
    <>
      <BlockForm blocklist={blocklist} block={block} typed={typed} onType={setTyped} />
      {error && data && <StaleNotice error={error} retry={retry} />}
      {!data && (error ? <FailedList what={label} error={error} retry={retry} /> : <ListSkeleton rows={3} />)}
      {data?.length === 0 && (
        <EmptyList title={blocklist.words.empty}>
          <p>
            What is blocked disappears from all numbers and lists, past days included, until it is switched
            off.
          </p>
        </EmptyList>
      )}
      {data && data.length > 0 && (
        <BlockedList
          entries={data}
          label={label}
          own={own}
          pending={toggle.underWay}
          looking={switching.looking}
          onToggle={(entry, active) => void switching.request(entry, active)}
        />
      )}
      {blocklist === ipBlocklist && data && !data.some(({ value }) => isOwnAddress(value, own)) && (
        <OwnAddress own={own} onChoose={(value) => setTyped({ value, reason: 'My own address' })} />
      )}
      {asked && (
        <ConfirmSwitch
          key={asked.entry.id}
          value={asked.entry.value}
          active={asked.active}
          words={asked.words}
          onConfirm={() => toggle.mutate({ id: asked.entry.id, active: asked.active })}
          onClose={switching.close}
        />
      )}
    </>
  )
}

/** Addresses and page paths whose traffic is left out of the numbers (docs/spec.md, 'Blocking'). */
export default function BlockingTab() {
  const address = useAddress()
  const shown = parts.find(({ part }) => part === address.part) ?? parts[0]
  return (
    <section aria-label="Blocked IPs">
      <nav aria-label="Blocked" className="flex gap-1 pt-3">
        {parts.map(({ part, label }) => (
          <Link
            key={label}
            to={{ search: writeAddress({ ...addressOfTab(address, 'blocked-ips'), part }) }}
            preventScrollReset
            aria-current={part === shown.part ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-sm px-3 text-sm text-ink-2 hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink md:min-h-8"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Entries key={shown.label} blocklist={shown.blocklist} label={shown.label} />
    </section>
  )
}
