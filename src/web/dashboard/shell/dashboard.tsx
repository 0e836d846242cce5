import { Suspense, useCallback, useState } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { TroubleBanner } from '#web/dashboard/connections/trouble-banner.tsx'
import { OpenDetail } from '#web/dashboard/detail/open-detail.tsx'
import { LeadsTab } from '#web/dashboard/leads/leads-tab.tsx'
import { ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { useLive } from '#web/dashboard/live/use-live.ts'
import { OverviewTab } from '#web/dashboard/overview/overview-tab.tsx'
import { useSettings } from '#web/dashboard/settings/use-settings.ts'
import { VisitorsTab } from '#web/dashboard/visitors/visitors-tab.tsx'
import { Header } from './header.tsx'
import { laterPart } from './later-part.ts'
import { StatCards } from './stat-cards.tsx'
import { TabBar } from './tab-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const AutoTagsTab = laterPart(() => import('#web/dashboard/auto-tags/auto-tags-tab.tsx'))
const ConnectionsTab = laterPart(() => import('#web/dashboard/connections/connections-tab.tsx'))
const BlockingTab = laterPart(() => import('#web/dashboard/blocking/blocking-tab.tsx'))
const PagesTab = laterPart(() => import('#web/dashboard/pages/pages-tab.tsx'))
const SiteTab = laterPart(() => import('#web/dashboard/site/site-tab.tsx'))
const SettingsDialog = laterPart(() => import('#web/dashboard/settings/settings-dialog.tsx'))
const HelpDialog = laterPart(() => import('./help-dialog.tsx'))

/** The view of the tab the address names. A new tab is one more line here and one in `tabs`. */
function TabView() {
  const { tab } = useAddress()
  if (tab === 'overview') return <OverviewTab />
  if (tab === 'pages') return <PagesTab />
  if (tab === 'leads') return <LeadsTab />
  if (tab === 'blocked-ips') return <BlockingTab />
  if (tab === 'autotags') return <AutoTagsTab />
  if (tab === 'connections') return <ConnectionsTab />
  if (tab === 'site') return <SiteTab />
  return <VisitorsTab />
}

/** The dashboard behind the gate: header, the four numbers, tabs and the view of the chosen one. */
export function Dashboard({ demo }: { demo: boolean }) {
  const [dialog, setDialog] = useState<'settings' | 'help' | null>(null)
  const openHelp = useCallback(() => setDialog('help'), [])
  const close = () => setDialog(null)
  const { tab } = useAddress()
  useLive()
  useSettings()
  useShortcuts(openHelp)

  return (
    <div className="mx-auto max-w-352 px-4 pb-16 md:px-8">
      <TroubleBanner />
      <Header demo={demo} onSettings={() => setDialog('settings')} />
      <main>
        {/* The numbers would only be in the way of writing. */}
        {tab !== 'site' && tab !== 'connections' && (
          <div className="-mx-4 md:mx-0">
            <StatCards />
          </div>
        )}
        <TabBar />
        <Suspense fallback={<ListSkeleton />}>
          <TabView />
        </Suspense>
      </main>
      <OpenDetail />
      <Suspense fallback={null}>
        {dialog === 'settings' && <SettingsDialog onClose={close} />}
        {dialog === 'help' && <HelpDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
