const KEPT = { days: 7, weeks: 4, months: 12 }

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
/** The Monday of a day's week. */
const weekOf = (at: Date): string => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000))

/** The backups that are kept: the newest of each of the last seven days, four weeks and twelve months that have one. */
export function retained<One extends { started_at: Date }>(backups: readonly One[]): Set<One> {
  const newest = [...backups].sort((a, b) => b.started_at.getTime() - a.started_at.getTime())
  const kept = new Set<One>()
  for (const [periodOf, number] of [
    [dayOf, KEPT.days],
    [weekOf, KEPT.weeks],
    [monthOf, KEPT.months],
  ] as const) {
    const seen = new Set<string>()
    for (const one of newest) {
      const period = periodOf(one.started_at)
      if (seen.has(period) || seen.size === number) continue
      seen.add(period)
      kept.add(one)
    }
  }
  return kept
}
