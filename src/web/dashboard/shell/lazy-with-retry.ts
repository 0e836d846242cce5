import { type ComponentType, lazy } from 'react'

type Part<Props> = { default: ComponentType<Props> }

const AGAIN_MS = 2000

/**
 * A part of the dashboard that is loaded when it is first shown. While the server is away it is waited for; a file
 * that a newer version has replaced fails at once.
 */
export const lazyWithRetry = <Props>(load: () => Promise<Part<Props>>) =>
  lazy(() => load().catch(() => serverIsThere().then(load)))

async function serverIsThere(): Promise<void> {
  for (;;) {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
