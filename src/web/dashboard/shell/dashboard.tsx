import './large-text.css'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addressOfTab, readAddress, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { BackupBanner } from '#web/dashboard/backups/backup-banner.tsx'
import { TroubleBanner } from '#web/dashboard/connections/trouble-banner.tsx'
import { OpenDetail } from '#web/dashboard/detail/open-detail.tsx'
import { LeadsTab } from '#web/dashboard/leads/leads-tab.tsx'
import { ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { useLive } from '#web/dashboard/live/use-live.ts'
import { useNewDay } from '#web/dashboard/live/use-new-day.ts'
import { NewsLine } from '#web/dashboard/news/news-line.tsx'
import { useNews } from '#web/dashboard/news/use-news.ts'
import { OverviewTab } from '#web/dashboard/overview/overview-tab.tsx'
import { useSettings } from '#web/dashboard/settings/use-settings.ts'
import { VisitorsTab } from '#web/dashboard/visitors/visitors-tab.tsx'
import { Header } from './header.tsx'
import { lazyWithRetry } from './lazy-with-retry.ts'
import { NumberNotices } from './number-notices.tsx'
import { StatCards } from './stat-cards.tsx'
import { tabs, tabsWithoutNumbers } from './tabs.ts'

const LETTER_WITHIN = 1_500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select')

/** '/' goes to the search, '?' opens help, 'g' and a letter opens a tab; silent while typing or in a dialog. */
function useShortcuts(onHelp: () => void): void {
  const go = useGo()
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog:modal')) return
      const afterG = event.timeStamp - pressedG < LETTER_WITHIN
      pressedG = event.key === 'g' && !afterG ? event.timeStamp : Number.NEGATIVE_INFINITY
      const tab = afterG ? tabs.find(({ letter }) => letter === event.key) : undefined
      if (tab) {
        event.preventDefault()
        // The letter is none of what is in focus: a card of the calls takes 'c' for an outcome.
        event.stopPropagation()
        go(addressOfTab(readAddress(new URLSearchParams(window.location.search)), tab.name))
      } else if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-search]')?.focus()
      } else if (event.key === '?') {
        event.preventDefault()
        onHelp()
      }
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [go, onHelp])
}

/** The dashboard's tabs as links, so that each can be opened in a new window; on phones the row scrolls. */
function TabBar() {
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
      className="-mx-4 flex gap-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:gap-6 md:px-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          to={{ search: writeAddress(addressOfTab(address, tab.name)) }}
          preventScrollReset
          aria-current={tab.name === address.tab ? 'page' : undefined}
          className="scroll-mx-6 border-b-2 border-transparent forced-colors:not-aria-[current=page]:border-[Canvas] shrink-0 py-3 text-center text-sm max-md:min-w-11 whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

const AdsTab = lazyWithRetry(() => import('#web/dashboard/ads/ads-tab.tsx'))
const AutoTagsTab = lazyWithRetry(() => import('#web/dashboard/auto-tags/auto-tags-tab.tsx'))
const ConnectionsTab = lazyWithRetry(() => import('#web/dashboard/connections/connections-tab.tsx'))
const BlockingTab = lazyWithRetry(() => import('#web/dashboard/blocking/blocking-tab.tsx'))
const PagesTab = lazyWithRetry(() => import('#web/dashboard/pages/pages-tab.tsx'))
const StatusTab = lazyWithRetry(() => import('#web/dashboard/status/status-tab.tsx'))
const SiteTab = lazyWithRetry(() => import('#web/dashboard/site/site-tab.tsx'))
const SettingsDialog = lazyWithRetry(() => import('#web/dashboard/settings/settings-dialog.tsx'))
const HelpDialog = lazyWithRetry(() => import('./help-dialog.tsx'))

/** The view of the tab the address names. A new tab is one more line here and one in `tabs`. */
function TabView() {
  const { tab } = useAddress()
  if (tab === 'overview') return <OverviewTab />
  if (tab === 'pages') return <PagesTab />
  if (tab === 'leads') return <LeadsTab />
  if (tab === 'ads') return <AdsTab />
  if (tab === 'blocked-ips') return <BlockingTab />
  if (tab === 'autotags') return <AutoTagsTab />
  if (tab === 'connections') return <ConnectionsTab />
  if (tab === 'site') return <SiteTab />
  if (tab === 'status') return <StatusTab />
  return <VisitorsTab />
}

/** The dashboard behind the gate: header, the four numbers, tabs and the view of the chosen one. */
export function Dashboard({ demo }: { demo: boolean }) {
  const [dialog, setDialog] = useState<'settings' | 'backups' | 'help' | null>(null)
  const openHelp = useCallback(() => setDialog('help'), [])
  const close = () => setDialog(null)
  const { tab } = useAddress()
  useLive()
  useNewDay()
  // Whatever tab is open, the owner looks.
  useNews()
  useSettings()
  useShortcuts(openHelp)

  return (
    <div className="dashboard mx-auto max-w-352 px-4 pb-16 md:px-8">
      <TroubleBanner />
      <BackupBanner onDetails={() => setDialog('backups')} />
      <Header demo={demo} onSettings={() => setDialog('settings')} />
      <main>
        <TabBar />
        {tab === 'overview' && <NewsLine />}
        {/* Elsewhere the list is what was asked for; there only what puts its numbers in doubt is said. */}
        {!tabsWithoutNumbers.includes(tab) && (
          <div className="-mx-4 md:mx-0">{tab === 'overview' ? <StatCards /> : <NumberNotices />}</div>
        )}
        <Suspense fallback={<ListSkeleton />}>
          <TabView />
        </Suspense>
      </main>
      <OpenDetail />
      <Suspense fallback={null}>
        {dialog === 'settings' && <SettingsDialog onClose={close} />}
        {dialog === 'backups' && <SettingsDialog part="backups" onClose={close} />}
        {dialog === 'help' && <HelpDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
