import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { askCallState } from './ask-call-state.ts'
import { CALL_AFTER_SECONDS, type CallState, callStateAt, reportedState } from './call-countdown.ts'
import { nextPause } from './call-pauses.ts'

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * Tells each state of the announced call, the present one at once and then every change. This is the one place that
 * knows where the state comes from: the countdown, which a reload does not start over, until the voice agent reports a
 * real state, or it is certain that no call will come (docs/spec.md, 'Thank-you pages').
 */
export function followCall(tell: (state: CallState) => void): void {
  const startedAt = recall('countdown', isTime) ?? Date.now()
  keep('countdown', startedAt)
  let isReported = false
  const step = () => {
    if (isReported) return
    const now = Date.now()
    const state = callStateAt(startedAt, now)
    tell(state)
    if (state.kind === 'expected')
      setTimeout(step, Math.max(50, startedAt + (CALL_AFTER_SECONDS + 1 - state.seconds) * 1000 - now))
  }
  step()

  const openedAt = Date.now()
  const ask = async (asked: number) => {
    const standing = await askCallState()
    const state = reportedState(standing)
    if (state) {
      isReported = true
      tell(state)
    }
    const pause = nextPause(standing, asked, (Date.now() - openedAt) / 1000)
    if (pause !== undefined) setTimeout(ask, pause * 1000, asked + 1)
  }
  void ask(1)
}
