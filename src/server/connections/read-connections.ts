import type { z } from 'zod'
import type { Connection, Connections, Vendor } from '#contract/connections.ts'
import { type WebhookVendor, webhookVendors } from '#contract/webhooks.ts'
import { newestComparison, openDifferences } from '#server/capture/compare-store.ts'
import type { Database } from '#server/platform/database.ts'
import { readRefusals } from '#server/webhooks/store.ts'
import type { Connected, ConnectionStatus } from './connection-status.ts'
import { type ParkedParts, readParked } from './read-parked.ts'
import { readStatuses } from './read-statuses.ts'
import { NO_TEST_CODE } from './test-meta.ts'

/** What is known of the connections before any ledger is asked. */
export type ConnectionSetup = {
  connected: Connected
  /** Which environment variables are set, by name. */
  isSet: Record<string, boolean>
  siteUrl: string
  isAddressKnown: boolean
  /** Whether what is reported to the advert account is marked as a test there. */
  isMetaTestCodeSet: boolean
}

const variablesOf: Record<Vendor, string[]> = {
  crm: ['GHL_TOKEN', 'GHL_LOCATION_ID'],
  typeform: ['TYPEFORM_WEBHOOK_SECRET'],
  cal: ['CAL_WEBHOOK_SECRET'],
  stripe: ['STRIPE_WEBHOOK_SECRET'],
  voice: ['VOICE_WEBHOOK_SECRET', 'VOICE_WEBHOOK_URL'],
  meta: ['META_PIXEL_ID', 'META_ACCESS_TOKEN'],
  email: ['SMTP_URL', 'ALERT_FROM'],
  webhook: [],
}

/** How every connection stands, with what was set aside and what to enter where. */
export async function readConnections(
  parts: ParkedParts & { setup: ConnectionSetup },
): Promise<z.input<typeof Connections>> {
  const { database, setup, clock } = parts
  const refusals = await readRefusals(database)
  const connections: Connection[] = []
  for (const status of await readStatuses(database, setup.connected, clock.now())) {
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
      variables: variablesOf[vendor].map((name) => ({ name, isSet: setup.isSet[name] ?? false })),
    })
  }
  return { connections, comparison: await comparisonOf(database), isAddressKnown: setup.isAddressKnown }
}

/** Whether there is a harmless test, and why not, or not of everything. */
function testOf(
  { vendor, isConnected }: ConnectionStatus,
  setup: ConnectionSetup,
): Pick<Connection, 'canTest' | 'whyNoTest'> {
  if (!isConnected) return { canTest: false, whyNoTest: null }
  if (vendor === 'meta' && !setup.isMetaTestCodeSet) return { canTest: false, whyNoTest: NO_TEST_CODE }
  const asksForCalls = vendor === 'voice' && setup.isSet.VOICE_WEBHOOK_URL
  return { canTest: true, whyNoTest: asksForCalls ? CALLS_ARE_REAL : null }
}

const CALLS_ARE_REAL =
  'The test covers the call states that come in. The address that starts a call is not tested: anything that reaches it makes the agent call somebody.'

const delivers = (vendor: Vendor): vendor is WebhookVendor => webhookVendors.some((one) => one === vendor)

function stateOf(status: ConnectionStatus): Connection['state'] {
  if (!status.isConnected) return 'not-connected'
  if (status.failingSince) return 'failing'
  return status.lastSuccessAt ? 'working' : 'quiet'
}

async function comparisonOf(database: Database): Promise<z.input<typeof Connections>['comparison']> {
  const run = await newestComparison(database)
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
