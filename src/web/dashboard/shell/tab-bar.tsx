import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { tabs } from './tabs.ts'

/** The dashboard's tabs as links, so that each can be opened in a new window; on phones the row scrolls. */
export function TabBar() {
  const address = useAddress()
  const ref = useRef<HTMLElement>(null)

  useEffect(() => {
    const label = tabs.find(({ name }) => name === address.tab)?.label
    document.title = `${label} – Leadline analytics`
    // On a phone the chosen tab may be outside the row's window.
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [address.tab])

  return (
    <nav
      ref={ref}
      aria-label="Views"
      className="-mx-4 flex gap-5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:gap-6 md:px-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          to={{ search: writeAddress(addressOfTab(address, tab.name)) }}
          preventScrollReset
          aria-current={tab.name === address.tab ? 'page' : undefined}
          className="scroll-mx-6 border-b-2 border-transparent py-3 text-sm whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
