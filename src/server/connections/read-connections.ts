import type { z } from 'zod'
import type { Connection, Connections, Vendor } from '#contract/connections.ts'
import type { SiteJob } from '#contract/site-jobs.ts'
import type { VendorFieldState } from '#contract/vendor-settings.ts'
import { type WebhookVendor, webhookVendors } from '#contract/webhooks.ts'
import { newestComparison, openDifferences } from '#server/capture/compare-store.ts'
import type { Database } from '#server/platform/database.ts'
import { lastReceived, readRefusals } from '#server/webhooks/store.ts'
import type { Connected, ConnectionStatus } from './connection-status.ts'
import { type ParkedParts, readParked } from './read-parked.ts'
import { readStatuses } from './read-statuses.ts'
import { NO_TEST_CODE } from './test-meta.ts'

/** A variable of the environment, and whether it is set. */
type Variable = Connection['variables'][number]

/** What is known of the connections before any ledger is asked. */
export type ConnectionSetup = {
  connected(): Connected
  /** How each value stands that can be entered for a vendor. */
  fieldsOf(vendor: Vendor): VendorFieldState[]
  /** The variables of vendors beside those of their values. */
  otherVariables: Partial<Record<Vendor, Variable[]>>
  siteUrl: string
  isAddressKnown: boolean
  /** Whether there is a code by which the advert account knows a test. */
  isMetaTestCodeSet(): boolean
}

/** How every connection stands, with what was set aside and what to enter where. */
export async function readConnections(
  parts: ParkedParts & { setup: ConnectionSetup; jobs(): SiteJob[] },
): Promise<z.input<typeof Connections>> {
  const { database, setup, clock } = parts
  const refusals = await readRefusals(database)
  const received = await lastReceived(database)
  const connections: Connection[] = []
  for (const status of await readStatuses(database, setup.connected(), clock.now())) {
    const { vendor } = status
    // Without an account nobody works off what would wait for it.
    const canReplay = vendor !== 'meta' || status.isConnected
    const parked = status.parked > 0 || vendor === 'voice' ? await readParked(parts, vendor) : []
    connections.push({
      vendor,
      state: stateOf(status),
      failingSince: status.isConnected ? iso(status.failingSince) : null,
      reason: status.isConnected && status.failingSince ? status.reason : null,
      lastSuccessAt: iso(status.lastSuccessAt),
      waiting: status.waiting,
      // A call that was not asked for until somebody agreed after all is no trouble, but it can be placed.
      parked: Math.max(status.parked, parked.length),
      parkedItems: parked.map((item) => ({
        ...item,
        at: item.at.toISOString(),
        canReplay: item.whyNot === null && canReplay,
      })),
      canReplay: canReplay && parked.some(({ whyNot }) => whyNot === null),
      ...testOf(status, setup),
      refused: refusals.get(vendor) ?? null,
      webhookUrl: delivers(vendor) ? `${setup.siteUrl}/api/webhooks/${vendor}` : null,
      lastReceivedAt: iso(received.get(vendor) ?? null),
      variables: variablesOf(setup, vendor),
      fields: setup.fieldsOf(vendor),
    })
  }
  return {
    connections,
    comparison: await comparisonOf(database, clock.now()),
    jobs: parts.jobs(),
    isAddressKnown: setup.isAddressKnown,
  }
}

/** Whether there is a harmless test, and why not, or not of everything. */
function testOf(
  { vendor, isConnected }: ConnectionStatus,
  setup: ConnectionSetup,
): Pick<Connection, 'canTest' | 'whyNoTest'> {
  if (!isConnected) return { canTest: false, whyNoTest: null }
  if (vendor === 'meta' && !setup.isMetaTestCodeSet()) return { canTest: false, whyNoTest: NO_TEST_CODE }
  const asksForCalls = vendor === 'voice' && setup.connected().calls
  return { canTest: true, whyNoTest: asksForCalls ? CALLS_ARE_REAL : null }
}

const CALLS_ARE_REAL =
  'The test covers the call states that come in. The address that starts a call is not tested: anything that reaches it makes the agent call somebody.'

const variablesOf = (setup: ConnectionSetup, vendor: Vendor): Variable[] => [
  ...setup
    .fieldsOf(vendor)
    .map(({ variable, source }) => ({ name: variable, isSet: source === 'environment' })),
  ...(setup.otherVariables[vendor] ?? []),
]

const delivers = (vendor: Vendor): vendor is WebhookVendor => webhookVendors.some((one) => one === vendor)

function stateOf(status: ConnectionStatus): Connection['state'] {
  if (!status.isConnected) return 'not-connected'
  if (status.failingSince) return 'failing'
  return status.lastSuccessAt ? 'working' : 'quiet'
}

async function comparisonOf(
  database: Database,
  at: Date,
): Promise<z.input<typeof Connections>['comparison']> {
  const run = await newestComparison(database, at)
  if (!run) return null
  return {
    startedAt: run.started_at.toISOString(),
    finishedAt: iso(run.finished_at),
    toCompare: run.to_compare,
    compared: run.compared,
    repaired: run.repaired,
    reason: run.reason,
    differences: await openDifferences(database, run.id),
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
