import { useState } from 'react'
import type { AdLevel } from '#contract/ad-levels.ts'
import type { AdPair, UnmatchedAd } from '#contract/ad-results.ts'
import { sourceLabel } from '#contract/source-label.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { amount, levelWords } from './ad-words.ts'
import { levelShown, useAds } from './use-ads.ts'

const number = new Intl.NumberFormat('en-US')
const people = (count: number): string => `${number.format(count)} ${count === 1 ? 'visitor' : 'visitors'}`
const MANY = 6

/** What a side is called, with where it stands. */
function called({ name, within }: UnmatchedAd, level: AdLevel): string {
  const own = name === null ? levelWords[level].none : level === 'source' ? sourceLabel(name) : name
  return [...within.map((above, place) => (place === 0 ? sourceLabel(above) : above)), own]
    .filter((word) => word !== '')
    .join(' › ')
}

/** What a key says, in words. */
function wordsOfKey(key: string): string {
  const last = key.split('/').at(-1) ?? ''
  return decodeURIComponent(last.replace(/^[#=]/, '')) || key
}

function usePairing() {
  return useChange({
    make: ({ level, spend, visit }: { level: AdLevel; spend: UnmatchedAd; visit: UnmatchedAd }) =>
      call('POST /api/ads/pairs', { level, spendKey: spend.key, visitKey: visit.key }),
    done: (_pair, { spend, visit }) => ({
      title: 'Paired',
      message: `${spend.name ?? spend.key} is ${visit.name ?? visit.key} from now on.`,
    }),
    failed: (error) => ({ title: 'Not paired', message: sentenceOf(error) }),
    renews: ['leads', 'visitors'],
  })
}

type UnpairedProps = {
  level: AdLevel
  spend: UnmatchedAd
  visits: UnmatchedAd[]
  /** How many names there are in visits, told or not. */
  count: number
}

/** One thing that was paid for and that nobody came from, with what it may be called in visits. */
function Unpaired({ level, spend, visits, count }: UnpairedProps) {
  const pair = usePairing()
  const [isWhole, setIsWhole] = useState(false)
  const all = [
    ...visits.filter(({ platform }) => platform === spend.platform),
    ...visits.filter(({ platform }) => platform !== spend.platform),
  ]
  const near = isWhole ? all : all.slice(0, MANY)
  const others = all.length - near.length
  return (
    <li className="border-b border-line py-3">
      <p className="text-sm">
        <span className="font-medium break-words">{called(spend, level)}</span>
        {spend.spend && <span className="text-ink-2 tabular-nums"> · {amount(spend.spend)}</span>}
        <span className="text-ink-3"> · nobody came from it</span>
      </p>
      {near.length > 0 && (
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <span className="text-xs text-ink-3">Visits call it</span>
          {near.map((visit) => (
            <Button
              key={visit.key}
              disabled={pair.isPending}
              onClick={() => pair.mutate({ level, spend, visit })}
              className="max-w-full"
            >
              {/* Whole: what tells two names apart often stands at their end. */}
              <span className="min-w-0 py-1 text-left whitespace-normal wrap-anywhere">
                {called(visit, level)}
              </span>
              <span className="shrink-0 text-xs text-ink-3 tabular-nums">{people(visit.visitors)}</span>
            </Button>
          ))}
          {others > 0 && (
            <Button look="quiet" onClick={() => setIsWhole(true)}>
              {number.format(others)} more {others === 1 ? 'name' : 'names'}
              <span className="sr-only"> for {called(spend, level)}</span>
            </Button>
          )}
          {isWhole && count > all.length && (
            <span className="text-xs text-ink-3">
              {number.format(count - all.length)} more with fewer leads and visitors are not listed.
            </span>
          )}
        </div>
      )}
    </li>
  )
}

function Paired({ pair }: { pair: AdPair }) {
  const undo = useChange({
    make: () => call('DELETE /api/ads/pairs/:id', { id: pair.id }),
    done: { title: 'Unpaired' },
    failed: (error) => ({ title: 'Not undone', message: sentenceOf(error) }),
    renews: ['leads', 'visitors'],
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-sm">
      <span className="min-w-0 break-words">
        <span className="font-medium">{wordsOfKey(pair.spendKey)}</span>
        <span className="text-ink-3"> is </span>
        <span className="font-medium">{wordsOfKey(pair.visitKey)}</span>
      </span>
      <Button look="quiet" disabled={undo.isPending} onClick={() => undo.mutate()}>
        Undo
      </Button>
    </li>
  )
}

/** Spend that nobody came from and people whose ad has no spend, to be paired by hand; nothing where all is matched. */
export function UnmatchedAds() {
  const address = useAddress()
  const shown = levelShown(address)
  const level = shown === 'source' ? 'campaign' : shown
  const { data } = useAds({ level })
  if (!data) return null
  const { spend, spendCount, people: visits, peopleCount, pairs } = data.unmatchedSpend
  if (spend.length === 0 && pairs.length === 0) return null
  const words = levelWords[level]
  return (
    <Disclosure
      title={
        <span className="font-medium">
          {spendCount > 0
            ? `${number.format(spendCount)} ${(spendCount === 1 ? words.one : words.many).toLowerCase()} with spend and no visitors`
            : `${words.many} paired by hand`}
        </span>
      }
      place="mt-6 border-y border-line"
      open={spend.length > 0 && visits.length > 0}
    >
      <div className="pb-4">
        {spend.length > 0 && (
          <p className="max-w-160 text-sm text-ink-2">
            {visits.length > 0
              ? 'If visits use another name for the same ad, press its name to pair them.'
              : 'Either nobody came, or the ad’s link leads elsewhere or has no parameters.'}
          </p>
        )}
        <ul aria-label="Not matched">
          {spend.map((one) => (
            <Unpaired key={one.key} level={level} spend={one} visits={visits} count={peopleCount} />
          ))}
        </ul>
        <CutNote which="with the most spend" shown={spend.length} total={spendCount}>
          Once some are paired, others move up.
        </CutNote>
        {pairs.length > 0 && (
          <ul aria-label="Paired by hand">
            {pairs.map((pair) => (
              <Paired key={pair.id} pair={pair} />
            ))}
          </ul>
        )}
      </div>
    </Disclosure>
  )
}
