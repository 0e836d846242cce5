import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { CALL_AFTER_SECONDS, type CallState, callStateAt } from './call-countdown.ts'

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * Tells each state of the announced call, the present one at once and then every change. This is the one place that
 * knows where the state comes from: the countdown, which a reload does not start over. Once a voice provider reports
 * real states (decisions §1), they are told from here instead.
 */
export function followCall(tell: (state: CallState) => void): void {
  const startedAt = recall('countdown', isTime) ?? Date.now()
  keep('countdown', startedAt)
  const step = () => {
    const now = Date.now()
    const state = callStateAt(startedAt, now)
    tell(state)
    if (state.kind === 'expected')
      setTimeout(step, Math.max(50, startedAt + (CALL_AFTER_SECONDS + 1 - state.seconds) * 1000 - now))
  }
  step()
}
