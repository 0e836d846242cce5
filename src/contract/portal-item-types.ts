/** What a portal video can be (docs/spec.md, 'The portal'). */
export const videoTypes = [
  'replay',
  'module',
  'tutorial',
  'marketing',
  'intro',
  'checklist',
  'strategy',
  'casestudy',
  'pricing',
  'sales',
  'exit',
  'practical',
] as const

/** What a portal resource can be (docs/spec.md, 'The portal'). */
export const resourceTypes = ['document', 'audio', 'presentation'] as const

/** The type of a portal video. */
export type VideoType = (typeof videoTypes)[number]
/** The type of a portal resource. */
export type ResourceType = (typeof resourceTypes)[number]
