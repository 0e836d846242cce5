function read(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return ''
  }
}

/** This browser's timezone; empty where it tells none. */
export const timezone: string = read()
