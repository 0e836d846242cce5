/** An upload that has not arrived whole: what to choose once more where its page is closed, and where it goes on. */
export type Unfinished = { url: string; name: string; bytes: number; print: string; place: string }

const KEY = 'unfinishedFilm'

const isObject = (value: unknown): value is Partial<Record<keyof Unfinished, unknown>> =>
  typeof value === 'object' && value !== null

function readOne(stored: unknown): Unfinished[] {
  if (!isObject(stored)) return []
  const { url, name, bytes, print, place } = stored
  if (typeof url !== 'string' || typeof name !== 'string' || typeof place !== 'string') return []
  return [{ url, name, place, bytes: Number(bytes), print: String(print) }]
}

/** The uploads of this browser that have not arrived whole, in whichever window. */
function readUnfinished(): Unfinished[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    // Once there was room for one.
    return (Array.isArray(stored) ? stored : [stored]).flatMap(readOne)
  } catch {
    return []
  }
}

function write(unfinished: Unfinished[]): void {
  try {
    if (unfinished.length > 0) localStorage.setItem(KEY, JSON.stringify(unfinished))
    else localStorage.removeItem(KEY)
  } catch {
    // Where nothing can be stored, an upload cannot outlive its page.
  }
}

/** Keeps an unfinished upload for the next page. */
export const keepUnfinished = (unfinished: Unfinished): void =>
  write([...readUnfinished().filter(({ url }) => url !== unfinished.url), unfinished])

/** Forgets an upload that is finished, or given up. */
export const dropUnfinished = (url: string): void =>
  write(readUnfinished().filter((other) => other.url !== url))

const lockOf = (url: string): string => `film upload ${url}`

// Only pages from https, or from this machine, know of each other.
const locks = (): LockManager | undefined => navigator.locks

/** Says to this browser's other windows that this one goes on with an upload, until the returned function is called. */
export function holdUpload(url: string): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  locks()
    ?.request(lockOf(url), () => held)
    .catch(() => {})
  return letGo
}

/** The unfinished uploads that no window goes on with. */
export async function leftUploads(): Promise<Unfinished[]> {
  const held = (await locks()?.query())?.held ?? []
  const isHeld = ({ url }: Unfinished) =>
    held.some(({ name, mode }) => name === lockOf(url) && mode === 'exclusive')
  return readUnfinished().filter((unfinished) => !isHeld(unfinished))
}

/** Calls `tell` with each unfinished upload once no window goes on with it any more, until `stopped`. */
export function whenLeft(tell: (left: Unfinished) => void, stopped: AbortSignal): void {
  for (const unfinished of readUnfinished()) {
    const look = () => {
      const isLeft = readUnfinished().some(({ url }) => url === unfinished.url)
      if (isLeft && !stopped.aborted) tell(unfinished)
    }
    const asking = locks()?.request(lockOf(unfinished.url), { mode: 'shared', signal: stopped }, look)
    // Whoever stops looking need not be told that it was given up.
    if (asking) asking.catch(() => {})
    else look()
  }
}
