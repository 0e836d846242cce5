import type { MissingItem } from '#contract/content-api.ts'

/** A part of the checklist: what belongs to one step, under one heading. */
export type ChecklistStep = { id: string; title: string; note: string; items: MissingItem[] }

const steps: [id: string, title: string, note: string, holds: (item: MissingItem) => boolean][] = [
  [
    'portal',
    'Videos of the portal',
    'For your members. Paste YouTube or Vimeo links on the Training portal page.',
    ({ where }) => where.path?.startsWith('portal.') ?? false,
  ],
  [
    'others',
    'The other training pages',
    'Two more pages to test against the first one, whenever you like.',
    ({ id }) => /-freetraining[2c]$/.test(id),
  ],
  [
    'optional',
    'If you use them',
    'Everything works without these. Once connected, they take over their part.',
    ({ id }) => id === 'crm',
  ],
  [
    'adverts',
    'Before you pay for ads',
    'So that visits are measured, people hear from you, and you stay within the law.',
    ({ id }) => /^(checkout|pixel|mail|backup|address|terms|privacy)$/.test(id),
  ],
  [
    'claims',
    'Are these true of you?',
    'These sentences came with the site and are hidden until you answer.',
    ({ id }) => id.startsWith('claim-'),
  ],
  ['first', 'Your first test lead and call', 'About ten minutes. Skip what you do not have yet.', () => true],
]

/**
 * The checklist in steps, in the order in which they are worth doing: what a first lead needs, what adverts need, and
 * what can wait. Steps without anything to do are left out.
 */
export function groupItems(items: MissingItem[]): ChecklistStep[] {
  const stepOf = (item: MissingItem) => steps.find(([, , , holds]) => holds(item))
  return steps
    .map((step) => {
      const [id, title, note] = step
      return { id, title, note, items: items.filter((item) => stepOf(item) === step) }
    })
    .filter((step) => step.items.length > 0)
    .reverse()
}

/** How many of the items are done. */
export const countDone = (items: MissingItem[]): number =>
  items.filter(({ state }) => state === 'done').length
