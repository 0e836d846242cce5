/** How a field is filled: each has an input of its own. */
export type FieldFormat =
  | 'line'
  | 'prose'
  | 'link'
  | 'picture-link'
  | 'media-id'
  | 'youtube-link'
  | 'vimeo-link'
  | 'film'
  | 'captions'
  | 'email'
  | 'pixel-id'
  | 'colour'
  | 'amount'
  | 'choice'
  | 'switch'

/** One thing the owner can fill in. */
export type FieldNode = {
  kind: 'field'
  key: string
  title: string
  note: string | undefined
  format: FieldFormat
  /** Most characters of a text, or the greatest number. */
  max: number | undefined
  min: number | undefined
  /** The words a choice is made from. */
  options: readonly string[]
  /** What stands here until the owner changes it. */
  fallback: unknown
}

/** Fields that belong together, under one heading; a picture is an address and the words that stand for it. */
export type GroupNode = {
  kind: 'group'
  key: string
  title: string
  isPicture: boolean
  nodes: ContentNode[]
}

/** A list the owner can lengthen, shorten and put in another order. */
export type ListNode = {
  kind: 'list'
  key: string
  title: string
  item: ContentNode
  max: number | undefined
  /** Fewest entries there may be. */
  min: number | undefined
  /** The word the ids of its entries begin with, where they have ids. */
  entryIds: string | undefined
  fallback: unknown[]
}

/** A part of the content as the editor draws it. */
export type ContentNode = FieldNode | GroupNode | ListNode
