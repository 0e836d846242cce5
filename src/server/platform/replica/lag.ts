/** A place in the primary's log of changes (WAL), as a number that only grows. */
export type LogPlace = bigint

const PLACE = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

/** Reads a place as PostgreSQL writes it (pg_lsn, such as `0/16B3748`); null for anything else. */
export function readPlace(text: string | null | undefined): LogPlace | null {
  const [, high, low] = PLACE.exec(text ?? '') ?? []
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** How far behind the primary a replica is, by what was seen of both; times are milliseconds of one clock. */
export type Lag = {
  /** Notes where the primary's log ended at `place`, not before `at`. */
  primaryAt(at: number, place: LogPlace): void
  /**
   * The time of the primary's state that a replica shows which has replayed all up to `place`: everything committed by then
   * is in it. Null where nobody looked that far back.
   */
  stateAt(place: LogPlace): number | null
}

/** Remembers where the primary's log ended for as long as a replica that is read may be behind. */
export function measureLag(rememberMs: number): Lag {
  const seen: { at: number; place: LogPlace }[] = []
  return {
    primaryAt(at, place) {
      const last = seen.at(-1)
      // A database that was restored begins anew.
      if (last && place < last.place) seen.length = 0
      const newest = seen.at(-1)
      if (newest?.place === place) newest.at = at
      else seen.push({ at, place })
      while (seen.length > 1 && (seen[0]?.at ?? at) < at - rememberMs) seen.shift()
    },
    stateAt: (place) => seen.findLast((one) => one.place <= place)?.at ?? null,
  }
}
