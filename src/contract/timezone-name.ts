// Apart from the schemas of calendar-hours.ts: a visitor's phone asks it too, and needs no validator for that.

/** Whether a name is a timezone's that this machine knows. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,60}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
