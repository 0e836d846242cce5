import type { CrmHalf } from '#contract/crm-reading.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { readCallsStep } from './read-calls.ts'
import { readOpportunitiesStep } from './read-opportunities.ts'
import type { CrmReadingParts, CrmTurn, Step } from './reading-step.ts'
import { endTurn, noteAnswers, noteFails, noteLocation, readHalf, rest, takeTurn } from './reading-store.ts'

const steps: Record<CrmHalf, Step> = { calls: readCallsStep, opportunities: readOpportunitiesStep }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TURN_MS = 5 * MINUTE
// With a look each 20 seconds that is a tenth of what the CRM allows, shared with what is delivered there.
const ROUNDS = 10
const PAUSES_MS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]

/** Reads one half of the CRM as far as it is due; of several processes one does, and each call takes some steps. */
export async function readHalfOfCrm(parts: CrmReadingParts, half: CrmHalf): Promise<void> {
  const { database, clock, newId } = parts
  const [crm, account] = [parts.crmOutcomes(), parts.crmAccount()]
  if (!crm || !account) return
  const turn = newId()
  const inTurn = () => {
    const now = clock.now()
    return takeTurn(database, half, turn, { now, until: new Date(now.getTime() + TURN_MS) })
  }
  if (!(await inTurn())) return
  try {
    await noteLocation(database, half, turn, account)
    for (let round = 0; round < ROUNDS; round++) {
      const reading = await readHalf(database, half)
      if (reading.location_key !== account) return
      if (!(await steps[half]({ ...parts, turn }, crm, { ...reading, location_key: account }))) return
      if (reading.failing_since !== null || reading.lacks_scope) await noteAnswers(database, half, turn)
      if (!(await inTurn())) return
    }
  } catch (error) {
    await parts.refreshVendors()
    // What was put right is tried by the next look, and reading does not rest.
    if (!(error instanceof VendorError) || parts.crmOutcomes() === crm)
      await noteFailure({ ...parts, turn }, half, error)
  } finally {
    await endTurn(database, half, turn)
  }
}

async function noteFailure(parts: CrmTurn, half: CrmHalf, error: unknown): Promise<void> {
  if (!(error instanceof VendorError)) throw error
  const { database, clock, turn } = parts
  const at = clock.now()
  const until = (ms: number) => new Date(at.getTime() + ms)
  // To be sent away for a while is no trouble: everything is read later.
  if (error.kind === 'rate-limited')
    return rest(database, half, turn, until(Math.max(error.retryAfterMs ?? 0, MINUTE)))
  const { failures } = await readHalf(database, half)
  const pause =
    error.kind === 'refused-credentials'
      ? HOUR
      : (PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? HOUR)
  await noteFails(database, half, turn, {
    ...{ at, until: until(pause), kind: error.kind, reason: error.message },
    lacksScope: error.access === 'scope',
  })
  parts.changed('connections')
}
