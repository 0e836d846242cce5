// What left the address is in this entry's memory from then on.
import './clean-address.ts'

const STEP = 'step'

function here(): Record<string, unknown> {
  return typeof history === 'undefined' ? {} : Object(history.state)
}

// Opening a dialog makes a history entry of its own, which begins empty: this page's memory goes along, but not what is
// true of one entry alone, its step and the application's question with those before it.
const { [STEP]: _step, question: _question, questionsBefore: _before, ...memory } = here()

function write(state: Record<string, unknown>): void {
  try {
    history.replaceState(state, '')
  } catch {
    // A browser that forbids this has not cleaned the address either: a reload reads it there.
  }
}

/**
 * What this page remembers for a reload, once the address no longer tells it: kept in this tab's history entry,
 * which lives where storage is forbidden and ends with the tab. Undefined for what was never kept or is damaged.
 */
export function recall<T>(key: string, isWanted: (value: unknown) => value is T): T | undefined {
  const kept = memory[key]
  return isWanted(kept) ? kept : undefined
}

/** Keeps something under a key for a reload of this page. Never throws. */
export function keep(key: string, value: unknown): void {
  memory[key] = value
  write({ ...here(), [key]: value })
}

// What was kept while a dialog was open is in the dialog's own entry alone: whoever closed it would lose it with a reload.
if (typeof addEventListener === 'function')
  addEventListener('popstate', () => write({ ...here(), ...memory }))

/** Makes a history entry for what was opened in this page; false in a browser that forbids it. */
export function pushStep(fragment: string): boolean {
  try {
    history.pushState({ ...memory, [STEP]: fragment }, '', fragment)
    return true
  } catch {
    return false
  }
}

/** Marks the entry that the browser itself has just made with what was opened in it. Never throws. */
export const markStep = (fragment: string): void => write({ ...memory, [STEP]: fragment })

/** What was opened in this entry of the tab's history; undefined for an entry that no page has marked. */
export const stepHere = (): unknown => here()[STEP]
