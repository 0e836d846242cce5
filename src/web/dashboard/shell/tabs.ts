/** The dashboard's tabs in their order: the name in the address, the label, and the letter that follows 'g'. */
export const tabs = [
  { name: 'overview', label: 'Overview', letter: 'o' },
  { name: 'visitors', label: 'Visitors', letter: 'v' },
  { name: 'pages', label: 'Page Analytics', letter: 'p' },
  { name: 'leads', label: 'Leads', letter: 'l' },
  { name: 'ads', label: 'Ads', letter: 'd' },
  { name: 'blocked-ips', label: 'Blocked IPs', letter: 'b' },
  { name: 'autotags', label: 'AutoTags', letter: 'a' },
  { name: 'site', label: 'Site', letter: 's' },
  { name: 'connections', label: 'Connections', letter: 'c' },
  { name: 'status', label: 'Status', letter: 't' },
] as const

/** A tab's name as it stands in the address. */
export type TabName = (typeof tabs)[number]['name']

/** The tabs that no number of the chosen days has anything to do with. */
export const tabsWithoutNumbers: readonly TabName[] = ['site', 'connections', 'status']

/** The tabs whose contents do not depend on a range of days. What a block does to the numbers is told on its tab, too. */
export const tabsWithoutRange: readonly TabName[] = [...tabsWithoutNumbers, 'blocked-ips', 'autotags']

/** The tab a bare address opens. */
export const firstTab: TabName = 'overview'
