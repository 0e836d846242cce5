import type { TrainingContent } from './site-content-training.ts'

/** The address of the form elsewhere that a video page leads to; empty where it leads to the form of our own. */
export const linkedForm = ({ use, link }: Pick<TrainingContent['application'], 'use' | 'link'>): string =>
  use === 'linked' ? link : ''
