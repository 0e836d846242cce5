import { addressBlocks, pageBlocks } from '#server/blocking/store.ts'
import { addBlock, switchBlock } from '#server/blocking/switch-block.ts'
import { captureLead } from '#server/capture/capture-lead.ts'
import { dayIn } from '#server/counting/local-days.ts'
import { followCaptures } from '#server/milestones/follow-captures.ts'
import { idsOn } from '#server/platform/ids.ts'
import { excludeVisitor } from '#server/tracking/exclude-visitor.ts'
import { tellOfMoney } from './ad-money.ts'
import { keepDesk, sendMonthsMails } from './coachs-desk.ts'
import { type MonthParts, tellStory } from './lead-story.ts'
import { type DemoLead, inventLeads } from './leads.ts'
import { OFFICE_ADDRESS, ONCE_BLOCKED_ADDRESS } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { eventsOf, recordTraffic } from './record-traffic.ts'
import { reportToMeta } from './report-to-meta.ts'
import { inventSpam } from './spam.ts'
import { submitOf } from './submit.ts'
import { createGate, inParallel } from './taking-turns.ts'
import { switchAlertsOn } from './tell-coach.ts'
import { inventTraffic } from './traffic.ts'
import type { DemoVisitor } from './visitor.ts'

const DAY_MS = 86_400_000
const ALERTS_FOR_MS = 35 * 60_000
// The pool has eight connections; deliveries need some while captures hold theirs.
const TRANSACTIONS = 4
const STORIES = 48

/**
 * Writes a month of invented traffic that ends at `now`, by the product's own verbs and at the times it happened,
 * so that lists, counts and logs are what they would be. `size` 1 is the whole month. The database must be empty.
 */
export async function fillMonth(
  parts: Omit<MonthParts, 'inTransaction'>,
  size = 1,
): Promise<{ visitors: number; pageViews: number; leads: number }> {
  const seed = dayIn('America/Los_Angeles', parts.now)
  const visitors = inventTraffic(parts.now, size)
  const leads = inventLeads(createRandom(`${seed} leads`), visitors, parts.now, size)
  const month = { ...parts, inTransaction: createGate(TRANSACTIONS) }

  const { before, after } = histories(createRandom(`${seed} views`), visitors)
  let pageViews = await recordTraffic(parts.database, before)
  await reportToMeta(month, createRandom(`${seed} truths`), await tellStories(month, leads))
  pageViews += await recordTraffic(parts.database, after)
  await holdBackSpam(month, createRandom(`${seed} spam`))
  await block(month, createRandom(`${seed} blocks`), visitors)
  await tellOfMoney(parts.database, parts.now)
  await keepDesk(parts.database, createRandom(`${seed} desk`), parts.now)
  await sendMonthsMails(parts.database, parts.now)
  return { visitors: visitors.length, pageViews, leads: leads.length }
}

/** Every visitor's page views up to the last form and those after it: a form belongs between them. */
function histories(random: Random, visitors: DemoVisitor[]) {
  const all = visitors.map((visitor) => ({
    lastForm: visitor.forms.at(-1)?.at,
    events: eventsOf(random, visitor),
  }))
  return {
    before: all.map(({ lastForm, events }) => events.filter(({ at }) => !lastForm || at <= lastForm)),
    after: all.map(({ lastForm, events }) => events.filter(({ at }) => lastForm && at > lastForm)),
  }
}

/**
 * Troubles of the whole CRM come one after another; everybody else side by side. The coach has alerts switched on since
 * half an hour. Returns the leads about whom the advert account may have something to hear.
 */
async function tellStories(month: MonthParts, leads: DemoLead[]): Promise<Set<string>> {
  const heard = new Set<string>()
  const tell = async (lead: DemoLead) => {
    const random = createRandom(`story of ${lead.visitor.id}`)
    for (const leadId of await tellStory(month, random, lead)) heard.add(leadId)
  }
  const alertsSince = new Date(month.now.getTime() - ALERTS_FOR_MS)
  const isNew = ({ visitor }: DemoLead) => visitor.forms.some(({ at }) => at > alertsSince)
  // Whoever only waits for the CRM costs nobody else time.
  const isTrouble = ({ trouble }: DemoLead) => trouble !== null && trouble !== 'waiting'
  for (const lead of leads.filter(isTrouble)) await tell(lead)
  month.crm.pace = [60, 320]
  const others = leads.filter((lead) => !isTrouble(lead))
  await inParallel(
    others.filter((lead) => !isNew(lead)),
    STORIES,
    tell,
  )
  await switchAlertsOn(month.database, month.alerts, alertsSince)
  await inParallel(others.filter(isNew), STORIES, tell)
  return heard
}

async function holdBackSpam(month: MonthParts, random: Random): Promise<void> {
  for (const { visitor, person, form } of inventSpam(random, month.now)) {
    const newId = idsOn({ now: () => form.at }, random.bytes)
    const submit = submitOf(random, visitor, person, form)
    await captureLead({ ...month, newId, followers: followCaptures }, submit)
  }
}

async function block(month: MonthParts, random: Random, visitors: DemoVisitor[]): Promise<void> {
  const { database, now } = month
  const own = visitors.find(({ excluded }) => excluded === 'owner')
  if (own) await excludeVisitor(database, own.id, 'owner', now)
  const made = (value: string, reason: string, days: number) => {
    const at = new Date(now.getTime() - days * DAY_MS)
    return { id: idsOn({ now: () => at }, random.bytes)(), value, reason, at }
  }
  await addBlock(database, addressBlocks, made(OFFICE_ADDRESS, 'Our own office', 6))
  const mistake = made(ONCE_BLOCKED_ADDRESS, 'Looked like a bot, was a customer', 4)
  await addBlock(database, addressBlocks, mistake)
  await switchBlock(database, addressBlocks, mistake.id, false)
  await addBlock(database, pageBlocks, made('/wp-login.php', 'Only machines ask for this', 13))
}
