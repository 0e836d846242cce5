import type { ListedApplication } from '#contract/application.ts'
import { counted } from '#web/dashboard/ui/counted.ts'

/** How far an application came, in words. */
export const stateOf = ({
  isFinished,
  ending,
  answered,
  of,
}: Pick<ListedApplication, 'isFinished' | 'ending' | 'answered' | 'of'>): string =>
  isFinished
    ? `Applied${ending ? `, led to ${ending}` : ''}`
    : `Left unfinished: ${answered} of ${counted(of, 'question')}`
