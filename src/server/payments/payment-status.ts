import type { Payment } from '#contract/payments.ts'
import { type MoneyStep, verdictOn } from './movements-of.ts'

/** How a payment stands after all that is known of it, whatever the order in which the news arrived. */
export function paymentStatus(
  history: MoneyStep[],
  amounts: { paid: number | null; refunded: number; disputed: number },
): Payment['status'] {
  const has = (...kinds: string[]) => history.some(({ kind }) => kinds.includes(kind))
  const isSold = has('paid', 'invoiced')
  const disputes = disputesIn(history)
  if (isSold && disputes.includes('open')) return 'disputed'
  if (isSold && (disputes.includes('lost') || amounts.disputed > 0)) return 'dispute_lost'
  if (amounts.refunded > 0)
    return amounts.paid !== null && amounts.refunded < amounts.paid ? 'partly_refunded' : 'refunded'
  if (isSold) return disputes.includes('inquiry') ? 'inquiry' : 'paid'
  return has('failed') ? 'failed' : 'pending'
}

/** How each dispute of a payment stands: an inquiry may become a dispute, and what is closed is over. */
function disputesIn(history: MoneyStep[]): ('inquiry' | 'open' | 'lost' | 'over')[] {
  const news = history.filter(({ details }) => details.dispute !== undefined)
  return [...Map.groupBy(news, ({ details }) => details.dispute).values()].map((steps) => {
    const verdict = verdictOn(steps)
    if (verdict) return verdict.details.status === 'lost' ? 'lost' : 'over'
    const has = (kind: string) => steps.some((step) => step.kind === kind)
    if (has('dispute_reinstated')) return 'over'
    if (has('dispute_withdrawn') || has('dispute_opened')) return 'open'
    return has('dispute_closed') ? 'over' : 'inquiry'
  })
}
