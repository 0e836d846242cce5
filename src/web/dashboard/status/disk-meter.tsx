import type { Status } from '#contract/status.ts'
import { readableBytes } from './sizes.ts'
import { placeWords } from './status-words.ts'

const fills = { ok: 'bg-accent', low: 'bg-warning', full: 'bg-danger' }
const words = { ok: '', low: ' · almost full', full: ' · full' }
const inks = { ok: 'text-ink-2', low: 'text-warning', full: 'text-danger' }

/** How much of a disk is used, and what lies on it. */
export function DiskMeter({ disk }: { disk: Status['disks'][number] }) {
  const { places, free, total, state } = disk
  const used = Math.min(100, Math.max(0, Math.round(((total - free) / total) * 100)))
  const named = places.map((place) => placeWords[place]).join(', ')
  return (
    <div className="py-2 first:pt-0">
      <p className="flex flex-wrap justify-between gap-x-6 text-sm tabular-nums">
        <span className="first-letter:uppercase">{named}</span>
        <span className={inks[state]}>
          {readableBytes(free)} of {readableBytes(total)} free
          {words[state]}
        </span>
      </p>
      {/* The same in a picture. */}
      <div aria-hidden="true" className="edged mt-2 h-1.5 overflow-hidden rounded-sm bg-line">
        <div className={`mark h-full ${fills[state]}`} style={{ width: `${used}%` }} />
      </div>
    </div>
  )
}
