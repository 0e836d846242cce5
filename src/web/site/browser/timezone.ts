// Not in TypeScript's DOM types yet.
type WithTemporal = { Temporal?: { Now: { timeZoneId(): string } } }

function read(): string {
  try {
    // The first date format of a page costs a slow phone some 80 ms; asked this way, the same answer costs nothing.
    const { Temporal } = globalThis as WithTemporal
    return Temporal ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return ''
  }
}

let known: string | undefined

/** This browser's timezone, looked up once; empty where it tells none. */
export function timezone(): string {
  known ??= read()
  return known
}
