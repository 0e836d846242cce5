import type { FreeSlots } from '#contract/calendar.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** The refusal of a time that somebody else has, or that is not offered any more: it carries the times that are free. */
export class SlotTakenRefusal extends Refusal {
  readonly free: FreeSlots

  constructor(free: FreeSlots) {
    super('conflict', 'This time is no longer free. Please pick another one.')
    this.free = free
  }
}

/** Whether the database refused a call because another has its time, or had to choose between two that came at once. */
export const isOverlap = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23P01' || error.code === '40P01')
