import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { EmptyList, FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { BlockForm } from './block-form.tsx'
import { BlockedList } from './blocked-list.tsx'
import type { Blocklist } from './blocklist.ts'
import { ConfirmSwitch } from './confirm-switch.tsx'
import { ipBlocklist } from './ip-blocklist.ts'
import { pageBlocklist } from './page-blocklist.ts'
import { useBlocklist } from './use-blocklist.ts'
import { useConfirmedSwitch } from './use-confirmed-switch.ts'

const parts = [
  { part: '', label: 'IP Addresses', blocklist: ipBlocklist },
  { part: 'pages', label: 'Page Paths', blocklist: pageBlocklist },
] as const

function Entries({ blocklist, label }: { blocklist: Blocklist; label: string }) {
  const { entries, block, toggle } = useBlocklist(blocklist)
  const { data, error, refetch } = entries
  const switching = useConfirmedSwitch(blocklist, (id, active) => toggle.mutate({ id, active }))
  const { asked } = switching
  const retry = () => void refetch()
  return (
    <>
      <BlockForm blocklist={blocklist} block={block} />
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
          pending={toggle.isPending ? toggle.variables : undefined}
          looking={switching.looking}
          onToggle={(entry, active) => void switching.request(entry, active)}
        />
      )}
      {asked && (
        <ConfirmSwitch
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
