import { partedQuery } from './personal-parameters.ts'

function clean(): Record<string, string> {
  const { search, personal } = partedQuery(location.search)
  if (search !== location.search) {
    try {
      history.replaceState(history.state, '', location.pathname + search + location.hash)
    } catch {
      // Some embedded browsers forbid it; the parameters are still kept out of everything we send.
    }
  }
  return personal
}

/**
 * Email, phone and name that arrived in this page's query string. Reading this module removes them from the
 * address bar, so every browser script imports it before anything else (docs/spec.md, 'Addresses').
 */
export const personalParameters: Record<string, string> = typeof location === 'undefined' ? {} : clean()
