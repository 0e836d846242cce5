import type { MoneyDetails, PaymentStep } from './read-payment-event.ts'

/** A step of a payment as its history keeps it. */
export type MoneyStep = { key: string; kind: string; at: Date; details: MoneyDetails }

/** Money that came (above zero) or went for a payment. */
export type Movement = {
  key: string
  kind: 'paid' | 'refunded' | 'disputed' | 'reinstated'
  at: Date
  amountMinor: number
  currency: string
}

/** What one sold, where its steps do not say it themselves. */
type Amount = { amountMinor: number | null; currency: string | null }

/**
 * The money that moved by all that is known of a payment, whatever the order and the repetition of the news. Nothing
 * moved for what was never paid here.
 */
export function movementsOf(history: MoneyStep[], fallback: Amount): Movement[] {
  // An invoice knows what was paid; its session knows what was asked for.
  const sold = firstOf(history, 'invoiced') ?? firstOf(history, 'paid')
  if (!sold) return []
  const currency = sold.details.currency ?? fallback.currency
  if (!currency) return []
  const at = earliest(history.filter(({ kind }) => kind === 'invoiced' || kind === 'paid'))
  const amountMinor = sold.details.amountMinor ?? fallback.amountMinor ?? 0
  const all: Movement[] = [
    { key: 'paid', kind: 'paid', at, amountMinor, currency },
    ...refundsOf(history).map((refund) => ({
      key: refund.key,
      kind: 'refunded' as const,
      at: refund.at,
      amountMinor: -refund.amountMinor,
      currency: refund.currency ?? currency,
    })),
    ...disputesOf(history, currency),
  ]
  return all
    .filter((movement) => movement.amountMinor !== 0)
    .map((movement) => ({ ...movement, currency: movement.currency.toUpperCase() }))
}

/** What was given back, each refund once. */
export type Refund = { key: string; at: Date; amountMinor: number; currency: string | null; isSure: boolean }

/**
 * The refunds that stand. One is told by its own news, by its charge, which counts up all that were made so far, or by
 * both: what a charge counts beyond the refunds that are known by then was given back by others.
 */
export function refundsOf(history: MoneyStep[]): Refund[] {
  const known = knownRefunds(history)
  const told = history.filter(
    ({ kind, details }) => kind === 'refunded' && details.refundedMinor !== undefined,
  )
  // Old news do not say of which charge they are; a payment has one, as a rule.
  const [onlyCharge = null] = told.flatMap(({ details }) => details.charge ?? [])
  const charges = Map.groupBy(told, ({ details }) => details.charge ?? onlyCharge)
  const standing = known.flatMap(({ failedAt, ...refund }) => (failedAt ? [] : [refund]))
  const others = [...charges].flatMap(([charge, steps]) => unknownRefunds(steps, charge, known, onlyCharge))
  return [...standing, ...others]
}

type KnownRefund = Refund & { charge: string | null; failedAt: Date | null }

function knownRefunds(history: MoneyStep[]): KnownRefund[] {
  const news = history.filter(({ details }) => details.refund !== undefined)
  return [...Map.groupBy(news, ({ details }) => details.refund ?? '')].map(([id, steps]) => {
    const failures = steps.filter(({ kind }) => kind === 'refund_failed')
    const [first] = steps.toSorted(inTime)
    return {
      key: id,
      at: new Date(
        Math.min(...steps.map(({ details, at }) => Date.parse(details.madeAt ?? at.toISOString()))),
      ),
      amountMinor: first?.details.amountMinor ?? 0,
      currency: first?.details.currency ?? null,
      charge: first?.details.charge ?? null,
      isSure: steps.some(({ details }) => details.status === 'succeeded'),
      failedAt: failures.length > 0 ? earliest(failures) : null,
    }
  })
}

function unknownRefunds(
  steps: MoneyStep[],
  charge: string | null,
  known: KnownRefund[],
  onlyCharge: string | null,
): Refund[] {
  const own = known.filter((refund) => (refund.charge ?? onlyCharge) === charge || charge === null)
  const refunds: Refund[] = []
  let counted = 0
  for (const step of steps.toSorted(inTime)) {
    const explained = own
      .filter(({ at, failedAt }) => at <= step.at && !(failedAt && failedAt <= step.at))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    const amountMinor = (step.details.refundedMinor ?? 0) - explained - counted
    if (amountMinor <= 0) continue
    counted += amountMinor
    refunds.push({
      key: `refunded ${step.key}`,
      at: step.at,
      amountMinor,
      currency: step.details.currency ?? null,
      isSure: true,
    })
  }
  return refunds
}

function disputesOf(history: MoneyStep[], currency: string): Movement[] {
  const news = history.filter(({ details }) => details.dispute !== undefined)
  return [...Map.groupBy(news, ({ details }) => details.dispute ?? '')].flatMap(([id, steps]) => {
    const verdict = verdictOn(steps)
    const has = (status: string) => (verdict?.details.status === status ? verdict : undefined)
    // Whoever lost has paid and whoever won has it back, also where nobody told when; only what went can come back.
    const withdrawn = firstOf(steps, 'dispute_withdrawn') ?? has('lost')
    const reinstated = withdrawn && (firstOf(steps, 'dispute_reinstated') ?? has('won'))
    return [
      ...moved(withdrawn, { key: `${id} withdrawn`, kind: 'disputed', sign: -1, currency }),
      ...moved(reinstated, { key: `${id} reinstated`, kind: 'reinstated', sign: 1, currency }),
    ]
  })
}

/** How a dispute was closed, from its own steps; the end of an inquiry is none: it may become a dispute after all. */
export const verdictOn = (steps: MoneyStep[]): MoneyStep | undefined =>
  steps.find(({ kind, details }) => kind === 'dispute_closed' && details.status !== 'warning_closed')

function moved(
  step: MoneyStep | undefined,
  as: { key: string; kind: Movement['kind']; sign: 1 | -1; currency: string },
): Movement[] {
  if (!step) return []
  const { key, kind, sign } = as
  const { amountMinor = 0, currency } = step.details
  return [{ key, kind, at: step.at, amountMinor: sign * amountMinor, currency: currency ?? as.currency }]
}

const inTime = (a: MoneyStep, b: MoneyStep): number =>
  a.at.getTime() - b.at.getTime() ||
  (a.details.refundedMinor ?? 0) - (b.details.refundedMinor ?? 0) ||
  (a.key < b.key ? -1 : 1)

const firstOf = (history: MoneyStep[], kind: PaymentStep): MoneyStep | undefined =>
  history.filter((step) => step.kind === kind).toSorted(inTime)[0]

const earliest = (steps: MoneyStep[]): Date => new Date(Math.min(...steps.map(({ at }) => at.getTime())))
