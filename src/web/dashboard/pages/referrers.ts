/** A referrer as the dialog names it: its hostname, or where it has none its first 30 characters. */
export function referrerName(referrer: string): string {
  const host = URL.parse(referrer)?.hostname.replace(/^www\./, '')
  return host || (referrer.length > 30 ? `${referrer.slice(0, 30)}…` : referrer)
}

/** Counts by name, most first; what has the same name is counted together. */
export function ranked(counts: Record<string, number>, nameOf = (key: string) => key): [string, number][] {
  const named = new Map<string, number>()
  for (const [key, count] of Object.entries(counts)) {
    const name = nameOf(key)
    named.set(name, (named.get(name) ?? 0) + count)
  }
  return [...named].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
}
