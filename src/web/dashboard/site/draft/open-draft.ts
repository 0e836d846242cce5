import type { EditedContent } from '#contract/content-api.ts'
import { publishProblems } from '#contract/content-guards.ts'
import { mergeContent } from '#contract/content-paths.ts'
import { withValue } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { CallFailed, isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { type Problems, refusedFields } from '#web/dashboard/site/document/problems-in.ts'
import { sendableContent } from '#web/dashboard/site/document/sendable-content.ts'
import { type DraftCalls, type DraftState, NotSaved } from './draft-state.ts'
import { mergeTheirs, withFieldsOf } from './merge-theirs.ts'
import type { UnsavedMemory } from './unsaved-memory.ts'

const PAUSE = 800
const LONGEST_WAIT = 30_000

/** The draft being edited; see `openDraft`. */
export type Draft = Awaited<ReturnType<typeof openDraft>>

/**
 * Opens the draft for editing. Every change is kept in memory and in the tab at once, and saved a moment later; a
 * lost network is tried again until it is back. What somebody else saved in between is merged, and where both
 * changed the same field, saving waits for the owner's choice.
 */
export async function openDraft(calls: DraftCalls, memory: UnsavedMemory, pause = PAUSE) {
  const opened = await calls.load()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy: Promise<void> | undefined
  let failures = 0
  let sent: SiteContent | null = null
  let refused: { content: SiteContent; problems: Problems } | undefined
  let tooLarge: SiteContent | undefined
  // What was published as all else was discarded, until the server has it as its draft.
  let discardedTo: SiteContent | undefined
  let state: DraftState = {
    ...known(opened),
    content: opened.draft,
    saving: 'saved',
    problems: {},
    guarded: guardedIn(opened.draft),
    disagreement: null,
  }

  function set(change: Partial<DraftState>) {
    const guarded = change.content ? { guarded: guardedIn(change.content) } : {}
    state = { ...state, ...guarded, ...change }
    // What is on its way may arrive after this tab is gone, so going back to what was saved is an edit as well.
    const isKept = sent === null && isSame(state.content, state.saved)
    const { revision, saved, content, disagreement } = state
    // An open question has to be found again: from theirs alone, mine would be an edit like any other.
    const base = disagreement?.base ?? saved
    memory.write(isKept ? null : { revision, base, sent, content })
    for (const tell of listeners) tell()
  }

  function takeTheirs(theirs: EditedContent, before: SiteContent, here: SiteContent) {
    // Whoever discards wants what is public, which somebody may have published without this tab knowing.
    const mine = discardedTo ? mergeContent(discardedTo, here, theirs.published).content : here
    if (discardedTo) discardedTo = theirs.published
    // What arrived, although its answer was lost, is nobody else's.
    const base = sent !== null && isSame(theirs.draft, sent) ? sent : before
    sent = null
    const { content, disagreement } = mergeTheirs(base, mine, theirs)
    set({ ...known(theirs), content, disagreement, saving: disagreement ? 'asking' : state.saving })
  }

  async function send() {
    if (state.disagreement) return
    if (sent !== null) {
      try {
        // It may have arrived, and the next save would meet it as somebody else's.
        takeTheirs(await calls.load(), state.saved, state.content)
      } catch (error) {
        return retry(error)
      }
      if (state.disagreement) return
    }
    if (tooLarge && isSame(tooLarge, state.content)) return set({ saving: 'too-large' })
    const { content, problems } = sendableContent(state.content, state.saved)
    const shown = refused?.content === state.content ? { ...problems, ...refused.problems } : problems
    if (isSame(content, state.saved)) {
      discardedTo = undefined
      const isHeld = Object.keys(shown).length > 0
      return set({ saving: isHeld ? 'held' : 'saved', problems: shown })
    }
    sent = content
    set({ saving: failures > 0 ? 'unsaved' : 'saving', problems: shown })
    const sentFrom = state.content
    const discarding = discardedTo
    try {
      const { revision } = await calls.save({ revision: state.revision, content })
      sent = null
      failures = 0
      tooLarge = undefined
      // A discard that was asked for meanwhile is still to be sent.
      if (discardedTo === discarding) discardedTo = undefined
      set({ revision, saved: content })
      await send()
    } catch (error) {
      // Where the network broke off, or a proxy gave up, nobody knows whether it arrived.
      if (error instanceof CallFailed && error.status < 500) sent = null
      await refuse(error, sentFrom)
    }
  }

  async function refuse(error: unknown, sentFrom: SiteContent) {
    if (error instanceof CallFailed && error.status === 409) {
      const base = state.saved
      try {
        takeTheirs(await calls.load(), base, state.content)
        return await send()
      } catch (failed) {
        // The network again: the next try meets the same conflict and merges then.
        return retry(failed)
      }
    }
    if (error instanceof CallFailed && error.status === 422) {
      refused = { content: sentFrom, problems: refusedFields(error.fields) }
      return set({ saving: 'held', problems: { ...state.problems, ...refused.problems } })
    }
    if (error instanceof CallFailed && error.status === 413) {
      tooLarge = sentFrom
      failures = 0
      if (state.content === sentFrom) return set({ saving: 'too-large' })
      // What was typed while it was on its way may have made it shorter.
      set({ saving: 'saving' })
      return schedule(pause)
    }
    retry(error)
  }

  function retry(error: unknown) {
    failures += 1
    set({ saving: 'unsaved' })
    // Whoever signs in again opens the draft anew, with what is kept in the tab: this one must not write over that.
    if (isSignedOut(error)) return
    schedule(Math.min(LONGEST_WAIT, 1000 * 2 ** failures))
  }

  function schedule(wait: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait)
  }

  /** Does work of the draft while no other is under way. */
  async function alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    while (busy) await busy
    const working = work()
    const end = () => {
      busy = undefined
    }
    busy = working.then(end, end)
    return await working
  }

  /** Saves now what is not saved yet, and waits for the answer. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    await alone(send)
  }

  /** Reads the draft again, and merges it with what is not saved here. */
  async function refresh(): Promise<void> {
    if (busy || state.disagreement) return
    const { saved: base, revision } = state
    const theirs = await calls.load()
    // What was saved or published meanwhile is newer than what was read.
    if (busy || state.disagreement || state.revision !== revision) return
    takeTheirs(theirs, base, state.content)
    if (!state.disagreement) schedule(0)
  }

  // The server makes another draft, on which stands whatever `shownOn` says.
  const replaceBy = (
    make: () => Promise<{ version: number }>,
    shownOn: (draft: SiteContent) => SiteContent,
  ): Promise<number> =>
    alone(async () => {
      const { version } = await make()
      const now = await calls.load()
      failures = 0
      discardedTo = undefined
      const content = shownOn(now.draft)
      const { problems } = sendableContent(content, now.draft)
      const saving = isSame(content, now.draft) ? 'saved' : 'saving'
      set({ ...known(now), content, saving, problems, disagreement: null })
      if (saving === 'saving') schedule(pause)
      return version
    })

  async function bringBack(version: number, shownOn: (draft: SiteContent) => SiteContent): Promise<number> {
    try {
      return await replaceBy(() => calls.restore({ version, revision: state.revision }), shownOn)
    } catch (error) {
      // What was saved elsewhere is shown now, and the next try is one that has seen it.
      if (error instanceof CallFailed && error.status === 409) await refresh()
      throw error
    }
  }

  /** Joins what is typed from now on with another draft. */
  function withWhatIsTyped(): (draft: SiteContent) => SiteContent {
    const before = state.content
    return (draft) => mergeContent(before, state.content, draft).content
  }

  const unsaved = memory.read()
  if (unsaved) {
    sent = unsaved.sent
    takeTheirs(opened, unsaved.base, unsaved.content)
    schedule(0)
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Changes the value at a dotted path. */
    change(path: string, value: unknown) {
      const content = withValue(state.content, path, value)
      const { problems } = sendableContent(content, state.saved)
      // What was put right goes out with the next save; until then nothing more needs a look.
      const isMended = state.saving === 'held' && Object.keys(problems).length === 0
      set({ content, problems, saving: state.saving === 'saved' || isMended ? 'saving' : state.saving })
      schedule(failures > 0 ? Math.max(pause, 2_000) : pause)
    },
    /** Settles a disagreement: theirs for the paths named, mine for the rest. */
    settle(theirPaths: string[]) {
      const { disagreement } = state
      if (!disagreement) return
      const content = withFieldsOf(disagreement.theirs, theirPaths, state.content)
      set({ content, disagreement: null, saving: 'saving' })
      schedule(0)
    },
    /** Makes the draft what is published. */
    discard() {
      discardedTo = state.published
      set({ content: state.published, saving: 'saving', problems: {}, disagreement: null })
      return flush()
    },
    /** Publishes the draft once all of it is saved. Throws `NotSaved`, or `CallFailed` where the server refuses. */
    async publish(note: string): Promise<number> {
      const shownOn = withWhatIsTyped()
      await flush()
      if (state.saving !== 'saved') throw new NotSaved()
      try {
        return await replaceBy(() => calls.publish({ revision: state.revision, note }), shownOn)
      } catch (error) {
        if (error instanceof CallFailed && error.status === 409) await refresh()
        if (error instanceof CallFailed && error.status === 422)
          set({ guarded: { ...state.guarded, ...refusedFields(error.fields) } })
        throw error
      }
    },
    /** Publishes an earlier version again; the draft becomes it. */
    async restore(version: number): Promise<number> {
      const shownOn = withWhatIsTyped()
      await flush()
      return bringBack(version, shownOn)
    },
    /**
     * Shows visitors the version before `published` again; what that brought stays in the draft. False, and nothing
     * done, where another version is public by now.
     */
    async undoPublish(published: number): Promise<boolean> {
      await flush()
      if (state.publishedVersion !== published || state.saving !== 'saved') return false
      await bringBack(published - 1, () => state.content)
      await flush()
      return true
    },
    flush,
    refresh,
  }
}

const guardedIn = (content: SiteContent): Problems => refusedFields(publishProblems(content))

const known = (edited: EditedContent) => ({
  saved: edited.draft,
  published: edited.published,
  publishedVersion: edited.publishedVersion,
  revision: edited.revision,
  isOnInternet: edited.isOnInternet,
})
