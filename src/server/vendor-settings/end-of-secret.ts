const SHOWN = 4
// Of a shorter one four letters would be too much of it.
const LONG_ENOUGH = 12

/** By what an owner knows a secret again: its last letters; null where there is none, or too little of it. */
export const endOf = (secret: string | undefined): string | null =>
  secret !== undefined && secret.length >= LONG_ENOUGH ? secret.slice(-SHOWN) : null
