const TWICE_WITHIN_MS = 500

/**
 * Whether a press is the second of a double one that falls on what was shown by the first: it was meant for what stood there
 * before. `shownAt` is in milliseconds since the page was opened.
 */
export const isSecondPress = (
  { detail, timeStamp }: Pick<MouseEvent, 'detail' | 'timeStamp'>,
  shownAt: number,
): boolean => detail > 1 && timeStamp < shownAt + TWICE_WITHIN_MS
