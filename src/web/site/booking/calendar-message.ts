/** What the calendar in a frame says to the page around it. */
export type CalendarMessage =
  | { kind: 'listening' }
  | { kind: 'ready' }
  | { kind: 'failed' }
  | { kind: 'height'; pixels: number }

const TALLEST = 4000

/** Reads one message of the calendar's documented embedding protocol; undefined for any other message. */
export function calendarMessage(data: unknown): CalendarMessage | undefined {
  if (typeof data !== 'object' || data === null || !('originator' in data) || data.originator !== 'CAL')
    return undefined
  const type = 'type' in data ? data.type : undefined
  if (type === '__iframeReady') return { kind: 'listening' }
  if (type === 'linkReady') return { kind: 'ready' }
  if (type === 'linkFailed') return { kind: 'failed' }
  if (type !== '__dimensionChanged' || !('data' in data)) return undefined
  const size = data.data
  const pixels = typeof size === 'object' && size !== null && 'iframeHeight' in size ? size.iframeHeight : 0
  return typeof pixels === 'number' && pixels > 0
    ? { kind: 'height', pixels: Math.min(Math.ceil(pixels), TALLEST) }
    : undefined
}

/** The answer that lets an embedded calendar show itself: until it is given, the calendar stays invisible. */
export const welcome = { originator: 'CAL', method: 'parentKnowsIframeReady' } as const
