import { type ComponentType, lazy } from 'react'

type Part<Props> = { default: ComponentType<Props> }

const AGAIN_MS = 2000

/**
 * A part of the dashboard that is loaded when it is first shown. While the server is away it is waited for; where the
 * file does not come even then, the page is loaded again, once, and fails after that.
 */
export const lazyWithRetry = <Props>(load: () => Promise<Part<Props>>) =>
  lazy(() =>
    load()
      .catch(() => serverIsThere().then(load))
      .catch(loadPageAgain),
  )

const LOADED_AGAIN = 'leadline.loaded-again-at'
const ONCE_IN_MS = 60_000

/**
 * Some browsers remember as long as a page lives that a file could not be loaded, and a newer version may have replaced
 * it: in both cases only the page loaded anew has it.
 */
function loadPageAgain(error: unknown): Promise<never> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_AGAIN)) < ONCE_IN_MS) throw error
    sessionStorage.setItem(LOADED_AGAIN, String(Date.now()))
  } catch {
    // Without a storage nobody could tell whether it was tried.
    throw error
  }
  window.location.reload()
  return new Promise(() => {})
}

async function serverIsThere(): Promise<void> {
  for (;;) {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
