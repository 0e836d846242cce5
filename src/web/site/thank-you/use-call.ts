import { useEffect, useState } from 'react'
import type { AnnouncedCall } from '#contract/calls.ts'
import { get } from '#web/site/browser/call.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { loadTime, timeNow } from '#web/site/browser/load-time.ts'
import { CALL_AFTER_SECONDS, type CallState, callStateAt, reportedState } from './call-countdown.ts'
import { callPauses, isToBeSaid } from './call-pauses.ts'

/** Asks how this visitor's call stands; undefined without an answer. Never throws. */
async function askCallState(): Promise<AnnouncedCall | undefined> {
  try {
    const answer = await get('/api/calls/state')
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

/** What a page knows of its call as the server draws it: whether the owner looks at it, and whether none can come at all. */
export type DrawnCall = { isPreview?: boolean | undefined; isWithoutCalls?: boolean | undefined }

const NOT_CALLED: CallState = { kind: 'not-called', reason: 'trouble' }

/** What the server says of the call, asked for again and again until nothing more will come. */
export function useReportedCall({ isPreview, isWithoutCalls }: DrawnCall): CallState | undefined {
  const [reported, setReported] = useState<CallState | undefined>(isWithoutCalls ? NOT_CALLED : undefined)
  useEffect(() => {
    if (isPreview) return
    const openedAt = timeNow()
    const nextPause = callPauses()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let isAsking = false
    let isUnanswered = false
    let isLookedAt = false
    const ask = async () => {
      isAsking = true
      isLookedAt = false
      const call = await askCallState()
      isAsking = false
      if (isOver) return
      const elapsed = (timeNow() - openedAt) / 1000
      const state = reportedState(call)
      if (state && isToBeSaid(call, elapsed)) setReported(state)
      // A call that is due after all takes back that there is none.
      else if (call?.state === 'expected') setReported(undefined)
      const pause = nextPause(call, elapsed)
      isUnanswered = call === undefined && pause === undefined
      if (pause !== undefined) timer = setTimeout(ask, pause * 1000)
      // What was asked before the network came back failed after it.
      else if (isUnanswered && isLookedAt) void ask()
    }
    void ask()
    // A phone that slept through the call wakes before its network does: the last word would be that it rings.
    const lookAgain = () => {
      if (document.hidden) return
      isLookedAt = true
      if (isUnanswered && !isAsking) void ask()
    }
    addEventListener('online', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [isPreview])
  return reported
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The countdown to the call, which a reload does not start over. */
function useCountdown(): CallState | undefined {
  const [state, setState] = useState<CallState>()
  useEffect(() => {
    // A start that lies ahead is of a clock that was put back since: it would stand at nine seconds as long as that.
    const startedAt = Math.min(recall('countdown', isTime) ?? loadTime, loadTime)
    keep('countdown', startedAt)
    let timer: ReturnType<typeof setTimeout> | undefined
    const step = () => {
      const now = timeNow()
      const next = callStateAt(startedAt, now)
      setState(next)
      if (next.kind === 'expected')
        timer = setTimeout(
          step,
          Math.max(50, startedAt + (CALL_AFTER_SECONDS + 1 - next.seconds) * 1000 - now),
        )
    }
    step()
    return () => clearTimeout(timer)
  }, [])
  return state
}

/**
 * The state of the announced call: the countdown, until the voice agent reports a real state, or it is certain that
 * no call will come (docs/spec.md, 'Thank-you pages'). Undefined until the page is alive.
 */
export function useCall(drawn: DrawnCall): CallState | undefined {
  const counted = useCountdown()
  return useReportedCall(drawn) ?? counted
}
