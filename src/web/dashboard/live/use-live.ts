import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LiveEvents, Summary } from '#contract/summary.ts'
import type { CallName } from '#web/dashboard/api/dashboard-api.ts'
import { onPlaceChange } from '#web/dashboard/api/read-from.ts'
import { sessionQuery } from '#web/dashboard/session/session-query.ts'
import { setLiveUp } from './live-state.ts'
import { listenLive } from './live-stream.ts'
import { gather } from './throttle-keys.ts'

/** What a change may touch. */
export type Topic = LiveEvents['changed']['topics'][number]

const numbers = [
  'GET /api/analytics/summary',
  'GET /api/analytics/overview',
  'GET /api/analytics/filter-values',
  'GET /api/pages',
  'GET /api/pages/:path/analytics',
  'GET /api/ads',
  'GET /api/ad-spend/macro-mistakes',
] as const
const news = ['POST /api/analytics/looks'] as const
const people = [
  'GET /api/visitors/:id',
  'GET /api/leads/:leadId',
  'GET /api/leads/:leadId/unconfirmed',
  'GET /api/customer-journey/:personId',
  'GET /api/leads/:leadId/notes',
  'GET /api/leads/:leadId/tags',
] as const
const credited = ['GET /api/ads/people', 'GET /api/ads/visitors', 'GET /api/ads/credit/:personId'] as const
const leads = [
  'GET /api/customers',
  'GET /api/analytics/records',
  'GET /api/quarantine',
  'GET /api/next-steps',
  'GET /api/applications',
  ...credited,
] as const
const site = ['GET /api/site/missing', 'GET /api/site/versions', 'GET /api/site/pictures'] as const

const connections = [
  'GET /api/connections',
  'GET /api/connections/trouble',
  'GET /api/connections/crm/state',
  'GET /api/connections/crm/reading',
  'GET /api/payments',
  'GET /api/unmatched',
] as const
const calls = ['GET /api/calendar/upcoming', 'GET /api/bookings/without-outcome'] as const

// Blocking changes every number; a tag shows beside its lead, in the funnel and in the rules' counts. What spend is for
// names ads, so it says whom they brought as well as what they cost.
const readsOf: Record<Topic, readonly CallName[]> = {
  visitors: [...numbers, ...people, 'GET /api/visitors', 'GET /api/ads/visitors'],
  leads: [
    ...numbers,
    ...news,
    ...people,
    ...leads,
    ...connections,
    ...calls,
    // Whoever submits is a visitor, and has a name from then on.
    'GET /api/visitors',
    'GET /api/site/missing',
  ],
  tags: [
    ...connections,
    ...news,
    'GET /api/customers',
    'GET /api/analytics/overview',
    ...people,
    'GET /api/auto-tags/rules',
    'GET /api/auto-tags/summary',
    'GET /api/auto-tags/logs',
    'GET /api/auto-tags/logs/:ruleId',
  ],
  // What somebody has answered so far: no number holds it.
  applications: ['GET /api/applications', 'GET /api/customer-journey/:personId'],
  blocking: [
    ...numbers,
    'GET /api/blocked-ips',
    'GET /api/blocked-pages',
    'GET /api/visitors',
    'GET /api/customers',
  ],
  settings: [
    'GET /api/calendar/setup',
    'GET /api/analytics/settings',
    'GET /api/retention',
    'GET /api/alerts/settings',
    'GET /api/connections/email/settings',
    // Hours of the own calendar are on the list of what is missing.
    'GET /api/site/missing',
  ],
  site: [...site, 'GET /api/connections'],
  ads: [
    'GET /api/ad-spend/imports',
    'GET /api/ad-spend/keys',
    'GET /api/ad-spend/meta',
    'GET /api/ad-spend/rates',
    'GET /api/ads',
    ...credited,
  ],
  connections: [...connections, 'GET /api/site/missing'],
  backups: ['GET /api/backups', 'GET /api/site/missing'],
  mail: ['GET /api/mails', 'GET /api/mails/:id', 'GET /api/connections'],
}

const isTopic = (name: string): name is Topic => name in readsOf
const everyTopic = Object.keys(readsOf).filter(isTopic)

// A busy hour must not make the dashboard read without pause.
const QUIET = 3_000

const readsOfAll = (topics: Iterable<Topic>): CallName[] => [...topics].flatMap((topic) => readsOf[topic])

const named = (names: Iterable<CallName>) => {
  const reads = new Set<unknown>(names)
  return { predicate: (query: Query) => reads.has(query.queryKey[0]) }
}

/** Reads the named views again, those on screen at once; what is being read of them starts over. */
export const readAgain = (client: QueryClient, topics: Iterable<Topic>): Promise<void> =>
  client.invalidateQueries(named(readsOfAll(topics)))

/**
 * Gathers topics that changed, and reads their views again. What is being read comes to its end first, however
 * slow, and then is read once more: starting over would never end, and drop the next page of a list.
 */
export function followChanges(client: QueryClient) {
  const gathering = gather<CallName>(
    QUIET,
    (reads) => void client.invalidateQueries(named(reads)),
    (read) => client.isFetching(named([read])) === 0,
  )
  return { ...gathering, add: (topics: Iterable<Topic>) => gathering.add(readsOfAll(topics)) }
}

/** Keeps the dashboard current from the live stream while it is on screen. */
export function useLive(): void {
  const client = useQueryClient()
  // Before anything on screen is read.
  const [openedAt] = useState(() => performance.now())
  useEffect(() => {
    let wasDown = false
    const gathering = followChanges(client)
    // What is on screen comes from one place: a card must not disagree with the list below it.
    const moving = gather<'all'>(QUIET, () => void client.invalidateQueries({ refetchType: 'active' }))
    const endMoves = onPlaceChange(() => moving.add(['all']))
    const stop = listenLive({
      active: ({ activeNow }) =>
        client.setQueriesData<Summary>({ queryKey: ['GET /api/analytics/summary'] }, (summary) =>
          summary ? { ...summary, activeNow } : summary,
        ),
      told({ lastTold }) {
        // What changed while the first views were read, and the stream was not open yet, was not heard either.
        const openFor = performance.now() - openedAt
        const late = lastTold.filter(({ agoMs }) => agoMs <= openFor)
        if (!wasDown) gathering.add(late.map(({ topic }) => topic))
      },
      changed: ({ topics }) => gathering.add(topics),
      connected: (up) => {
        setLiveUp(up)
        // What happened while the stream was down was not heard.
        if (up && wasDown) gathering.add(everyTopic)
        // The stream gives no status: the session may have ended.
        if (!up) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
        wasDown ||= !up
      },
    })
    return () => {
      stop()
      endMoves()
      moving.stop()
      gathering.stop()
      setLiveUp(null)
    }
  }, [client, openedAt])
}
