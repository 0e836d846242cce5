import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { placeCallJob } from './request-call.ts'
import { lockUncalled, reopenCallRequest, type Uncalled, uncalledSince } from './uncalled-store.ts'
import { type CallRules, GIVE_UP_AFTER_MS, whyNotCalled, whyNotWords } from './why-not-called.ts'

/** What trying calls again needs. */
export type CallReplayParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  clock: Clock
  /** Whether anything here can set off a call. */
  canCall(): boolean
  callRules(): CallRules
}

const AT_ONCE = 500
const TOO_LATE = 'More than an hour has passed: by now the call would come out of the blue.'
const NO_AGENT = 'Nothing is set up that could place a call.'

/** Why a call that was not placed is not tried again, in words; null where another try makes sense. */
export async function whyNotAgain(
  database: Queryable,
  { canCall, callRules, clock }: Pick<CallReplayParts, 'canCall' | 'callRules' | 'clock'>,
  call: Uncalled,
): Promise<string | null> {
  const now = clock.now()
  if (now.getTime() - call.requestedAt.getTime() > GIVE_UP_AFTER_MS) return TOO_LATE
  if (!canCall()) return NO_AGENT
  const { code } = await whyNotCalled(database, call, callRules(), now)
  return code && whyNotWords[code]
}

/** Has every call tried again that still can be; says how many those are. */
export async function replayCalls(parts: CallReplayParts): Promise<number> {
  const since = new Date(parts.clock.now().getTime() - GIVE_UP_AFTER_MS)
  let queued = 0
  for (const call of await uncalledSince(parts.database, since, AT_ONCE))
    if (!(await whyNotAgain(parts.database, parts, call)) && (await replayCall(parts, call.id))) queued += 1
  return queued
}

/** Has a call tried again that was not placed, with the job in the same transaction; false where there is none. */
export async function replayCall(parts: CallReplayParts, id: string): Promise<boolean> {
  return parts.database.transaction().execute(async (transaction) => {
    const call = await lockUncalled(transaction, id)
    if (!call) return false
    const whyNot = await whyNotAgain(transaction, parts, call)
    if (whyNot) throw new Refusal('conflict', whyNot)
    await reopenCallRequest(transaction, id)
    await parts.queue.send(transaction, placeCallJob, { callRequestId: id })
    return true
  })
}
