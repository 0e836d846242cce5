import { describe, expect, it } from 'vitest'
import type { Journey } from '#contract/journey.ts'
import { foldRuns, groupVisits } from './group-visits.ts'

const at = (minute: number) => new Date(Date.parse('2026-11-16T10:00:00Z') + minute * 60_000).toISOString()

// Only what grouping looks at; the rest of a page view and a visitor is a screen's.
const view = (visitorId: string, minute: number, page: string) =>
  ({
    id: `${visitorId} ${minute}`,
    visitorId,
    timestamp: at(minute),
    page,
    referrer: null,
    metadata: { title: null },
    utmSource: 'tiktok',
  }) as Journey['pageViews'][number]
const visitor = (id: string, minute: number) => ({ id, firstSeen: at(minute) }) as Journey['visitors'][number]
const journey = (given: Partial<Journey>): Journey => ({
  visitors: [],
  pageViews: [],
  viewsKeptFrom: null,
  leads: [],
  captures: [],
  milestones: [],
  applications: [],
  begunApplications: [],
  bookings: [],
  bookedCalls: [],
  opportunities: [],
  calls: [],
  callRequests: [],
  payments: [],
  tags: [],
  ...given,
})
const capture = (minute: number) => ({
  id: `capture at ${minute}`,
  leadId: 'l',
  at: at(minute),
  page: '/meme',
  utmSource: null,
  utmSourcePlatform: null,
  utmPlacement: null,
  utmCampaign: null,
  utmAd: null,
})
const tag = (minute: number, tagName: string, causeId: string | null = null) => ({
  causeId,
  leadId: 'l',
  at: at(minute),
  tagName,
  rule: null,
  state: 'delivered' as const,
})

describe('a journey grouped by visit', () => {
  it('begins a new visit after more than half an hour, and keeps browsers apart', () => {
    const visits = groupVisits(
      journey({
        visitors: [visitor('phone', 0), visitor('desk', 10)],
        pageViews: [
          view('phone', 61, '/c'),
          view('phone', 30, '/b'),
          view('desk', 10, '/x'),
          view('phone', 0, '/a'),
        ],
      }),
    )
    expect(visits.map(({ visitorId, views, isFirst }) => [visitorId, views, isFirst])).toEqual([
      ['phone', 2, true],
      ['desk', 1, false],
      ['phone', 1, false],
    ])
  })

  it('puts captures and tags into the visit they happened in, in their order', () => {
    const [visit, later] = groupVisits(
      journey({
        visitors: [visitor('phone', 0)],
        pageViews: [view('phone', 0, '/meme'), view('phone', 6, '/freetraining')],
        captures: [capture(5)],
        tags: [tag(5, 'VH01'), tag(600, 'VH04')],
      }),
    )
    expect(visit?.events.map(({ kind, tags }) => [kind, tags.map(({ tagName }) => tagName)])).toEqual([
      ['view', []],
      ['capture', ['VH01']],
      ['view', []],
    ])
    expect(later).toMatchObject({ visitorId: null, events: [{ kind: 'tag', tagName: 'VH04' }] })
  })

  it('puts what vendors verify among the rest, in its order', () => {
    const theirs = (minute: number) => ({
      id: `theirs at ${minute}`,
      leadId: 'l',
      at: at(minute),
      joinedBy: 'email' as const,
    })
    const visits = groupVisits(
      journey({
        visitors: [visitor('phone', 0)],
        pageViews: [view('phone', 0, '/meme')],
        payments: [
          {
            ...theirs(900),
            step: 'paid',
            status: 'paid',
            amountMinor: 1,
            currency: 'usd',
            payerEmail: null,
            isTest: false,
          },
        ],
        calls: [{ ...theirs(4), status: 'answered', durationSec: null, summary: null, recordingUrl: null }],
        bookings: [
          {
            ...theirs(6),
            step: 'created',
            title: null,
            startTime: null,
            reason: null,
            toldBy: 'calendar',
            isTakenBack: false,
          },
        ],
        applications: [{ ...theirs(3), answers: [] }],
        tags: [tag(3, 'VH03')],
      }),
    )
    expect(visits.map(({ events }) => events.map(({ kind }) => kind))).toEqual([
      ['view', 'application', 'call', 'booking'],
      ['payment'],
    ])
  })

  it('shows one application and one booking once, by whomever they are told, with their tags under them', () => {
    const theirs = (id: string, minute: number) => ({
      id,
      leadId: 'l',
      at: at(minute),
      joinedBy: 'email' as const,
    })
    const claim = (id: string, kind: 'application' | 'booking', minute: number) => ({
      id,
      leadId: 'l',
      kind,
      at: at(minute),
      watchTime: null,
      claimed: true,
      confirmed: true,
      page: kind === 'application' ? '/thankyoucall' : null,
    })
    const [visit] = groupVisits(
      journey({
        visitors: [visitor('phone', 0)],
        pageViews: [view('phone', 0, '/meme'), view('phone', 3, '/thankyoucall')],
        milestones: [
          claim('reached', 'application', 3.1),
          claim('completed', 'application', 3.2),
          claim('claimed', 'booking', 9),
        ],
        applications: [{ ...theirs('form', 2.9), answers: [] }],
        bookings: [
          {
            ...theirs('call', 8),
            step: 'created',
            title: null,
            startTime: null,
            reason: null,
            toldBy: 'calendar',
            isTakenBack: false,
          },
        ],
        tags: [tag(3.1, 'VH03', 'reached'), tag(9, 'VH04', 'claimed')],
      }),
    )
    expect(visit?.events.map(({ kind, tags }) => [kind, tags.map(({ tagName }) => tagName)])).toEqual([
      ['view', []],
      ['application', ['VH03']],
      ['view', []],
      ['booking', ['VH04']],
    ])
    expect(visit?.events[1]).toMatchObject({ page: '/thankyoucall' })
  })

  it('shows of what was watched the furthest second, and those that earned a tag', () => {
    const watched = (minute: number, watchTime: number) => ({
      id: `watched ${watchTime}`,
      leadId: 'l',
      kind: 'video_progress' as const,
      at: at(minute),
      page: null,
      watchTime,
      claimed: false,
      confirmed: false,
    })
    const [visit] = groupVisits(
      journey({
        visitors: [visitor('phone', 0)],
        pageViews: [view('phone', 0, '/freetraining')],
        milestones: [watched(1, 26), watched(5, 300), watched(6, 330), watched(12, 715), watched(13, 740)],
        tags: [tag(5, 'Five minutes', 'watched 300'), tag(12, 'VH02', 'watched 715')],
      }),
    )
    const shown = visit?.events.flatMap((event) => (event.kind === 'milestone' ? [event.watchTime] : []))
    expect(shown).toEqual([300, 715, 740])
  })

  it('shows the first visit also where its views were not read any more', () => {
    const visits = groupVisits(
      journey({ visitors: [visitor('phone', -5000)], pageViews: [view('phone', 0, '/a')] }),
    )
    expect(visits.map(({ isFirst, views }) => [isFirst, views])).toEqual([
      [true, 0],
      [false, 1],
    ])
  })

  it('has nothing to show of somebody of whom nothing is known', () => {
    expect(groupVisits(journey({}))).toEqual([])
  })

  it('folds long runs of views and nothing else', () => {
    const [visit] = groupVisits(
      journey({
        visitors: [visitor('phone', 0)],
        pageViews: Array.from({ length: 12 }, (_, minute) => view('phone', minute, `/${minute}`)),
        captures: [capture(10.5)],
      }),
    )
    const folded = foldRuns(visit?.events ?? [])
    expect(folded.map((part) => (Array.isArray(part) ? part.length : part.kind))).toEqual([
      'view',
      'view',
      'view',
      7,
      'view',
      'capture',
      'view',
    ])
  })
})
