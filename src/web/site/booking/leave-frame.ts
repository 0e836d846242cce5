const PATIENCE_MS = 1500

/**
 * Where this page was opened inside a frame, opens it in the whole window instead and never resolves. Resolves at
 * once outside a frame, and where the browser refuses: the page then works where it is.
 */
export function leaveFrame(address: string): Promise<'whole' | 'framed'> {
  const { top } = window
  if (!top || top === window.self) return Promise.resolve('whole')
  try {
    top.location.replace(address)
    // Some browsers refuse without saying so.
    return new Promise((resolve) => setTimeout(() => resolve('framed'), PATIENCE_MS))
  } catch {
    return Promise.resolve('framed')
  }
}
