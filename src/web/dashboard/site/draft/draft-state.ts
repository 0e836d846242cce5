import type { EditedContent } from '#contract/content-api.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Problems } from '#web/dashboard/site/document/problems-in.ts'

/** Somebody else's values in the fields both changed, until the owner has chosen. */
export type Disagreement = {
  paths: string[]
  theirs: SiteContent
  /** Theirs, with these fields as they were before anybody changed them: what leads to the same question again. */
  base: SiteContent
  by: string | null
  at: string | null
}

/** The draft as the editor shows it. */
export type DraftState = {
  /** What is on screen, right or not. */
  content: SiteContent
  /** The draft as the server has it. */
  saved: SiteContent
  published: SiteContent
  publishedVersion: number
  revision: number
  /** `held`: all is saved but what stands in `problems`. `unsaved`: the server was not reached, or `too-large` for it. */
  saving: 'saved' | 'saving' | 'unsaved' | 'too-large' | 'held' | 'asking'
  problems: Problems
  /** What may be saved but not published, such as a headline without words. */
  guarded: Problems
  disagreement: Disagreement | null
  /** What is published meets strangers. */
  isOnInternet: boolean
}

/** The calls a draft makes. */
export type DraftCalls = {
  load(): Promise<EditedContent>
  save(draft: { revision: number; content: SiteContent }): Promise<{ revision: number }>
  publish(version: { revision: number; note: string }): Promise<{ version: number }>
  restore(version: { version: number; revision: number }): Promise<{ version: number }>
}

/** Publishing has to wait, because the server does not have all of the draft yet. */
export class NotSaved extends Error {
  constructor() {
    super('The draft is not saved.')
    this.name = 'NotSaved'
  }
}
