const PATIENCE_MS = 1500

/**
 * Where this page was opened inside a frame, opens it in the whole window instead and never resolves. Resolves at once
 * outside a frame, and where the browser refuses: the page then works where it is, and its links lead out.
 */
export async function leaveFrame(address: string): Promise<void> {
  const { top } = window
  if (!top || top === window.self) return
  try {
    top.location.replace(address)
    // Some browsers refuse without saying so.
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  } catch {
    // Refused aloud.
  }
  const base = document.createElement('base')
  base.target = '_top'
  document.head.append(base)
}
