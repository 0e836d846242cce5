import { describe, expect, it, vi } from 'vitest'
import type { EditedContent } from '#contract/content-api.ts'
import { withValue } from '#contract/path-value.ts'
import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import { CallFailed } from '#web/dashboard/api/call-failed.ts'
import { NotSaved } from './draft-state.ts'
import { openDraft } from './open-draft.ts'
import type { Unsaved, UnsavedMemory } from './unsaved-memory.ts'

/** A server that keeps one draft and one published version, and can be out of reach, or lose its answers to saves. */
function server() {
  let draft: SiteContent = defaultSiteContent
  let published: SiteContent = defaultSiteContent
  let revision = 1
  let version = 0
  const kept = { reachable: true, answersSaves: true, saves: 0 }
  const reach = () => {
    if (!kept.reachable) throw new TypeError('Failed to fetch')
  }
  return {
    kept,
    draft: () => draft,
    /** Another editor saves. */
    elsewhere(path: string, value: unknown) {
      draft = withValue(draft, path, value)
      revision += 1
    },
    calls: {
      async load(): Promise<EditedContent> {
        reach()
        const times = { publishedAt: null, savedAt: null, savedBy: 'a phone' }
        return {
          published,
          draft,
          revision,
          publishedVersion: version,
          hasChanges: draft !== published,
          isOnInternet: false,
          ...times,
        }
      },
      async save(sent: { revision: number; content: SiteContent }) {
        reach()
        if (sent.revision !== revision) throw new CallFailed(409, 'Conflict', '{"error":"Somebody saved."}')
        kept.saves += 1
        draft = sent.content
        revision += 1
        if (!kept.answersSaves) throw new TypeError('Failed to fetch')
        return { revision }
      },
      async publish() {
        published = draft
        version += 1
        revision += 1
        return { version }
      },
      async restore() {
        draft = defaultSiteContent
        published = draft
        version += 1
        revision += 1
        return { version }
      },
    },
  }
}

/** The same calls, one of which has `begun` and waits until it may `goOn`. */
function slowly(calls: ReturnType<typeof server>['calls'], name: 'publish' | 'restore') {
  const begun = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  const held = async () => {
    begun.resolve()
    await allowed.promise
    return calls[name]()
  }
  return { calls: { ...calls, [name]: held }, begun: begun.promise, goOn: allowed.resolve }
}

function tab(): UnsavedMemory & { kept: Unsaved | null } {
  return {
    kept: null,
    read() {
      return this.kept ?? undefined
    },
    write(unsaved) {
      this.kept = unsaved
    },
  }
}

describe('the draft', () => {
  it('saves what was changed, and then keeps nothing in the tab', async () => {
    const [site, memory] = [server(), tab()]
    const draft = await openDraft(site.calls, memory)
    draft.change('home.headline', 'Hello')
    expect(memory.kept?.content.home.headline).toBe('Hello')
    await draft.flush()
    expect(site.draft().home.headline).toBe('Hello')
    expect(draft.state()).toMatchObject({ saving: 'saved', problems: {} })
    expect(memory.kept).toBeNull()
  })

  it('loses nothing with the network or a reload', async () => {
    const [site, memory] = [server(), tab()]
    const draft = await openDraft(site.calls, memory)
    site.kept.reachable = false
    draft.change('home.headline', 'Hello')
    await draft.flush()
    expect(draft.state().saving).toBe('unsaved')
    site.kept.reachable = true
    const reloaded = await openDraft(site.calls, memory)
    expect(reloaded.state().content.home.headline).toBe('Hello')
    await reloaded.flush()
    expect(site.draft().home.headline).toBe('Hello')
  })

  it('keeps what was typed before an upgrade beside the parts and fields that the upgrade brought', async () => {
    const [site, memory] = [server(), tab()]
    const { inApp, home, ...others } = defaultSiteContent
    const { founder, ...known } = home
    // The release before knew neither.
    const older = (headline: string) => ({ ...others, home: { ...known, headline } }) as SiteContent
    memory.kept = { revision: 1, base: older(home.headline), sent: null, content: older('Hello') }
    const draft = await openDraft(site.calls, memory)
    expect(draft.state().content.home).toEqual({ ...home, headline: 'Hello' })
    expect(draft.state().content.inApp).toEqual(inApp)
    expect(draft.state().disagreement).toBeNull()
    site.elsewhere('home.founder', { ...founder, figures: [] })
    await (await openDraft(site.calls, memory)).flush()
    expect(site.draft().home).toEqual({ ...home, headline: 'Hello', founder: { ...founder, figures: [] } })
  })

  it('is not taken back to before a publish by what was read slowly', async () => {
    const site = server()
    let readSlowly: Promise<void> | undefined
    const calls = {
      ...site.calls,
      async load() {
        const slowly = readSlowly
        const read = await site.calls.load()
        await slowly
        return read
      },
    }
    const draft = await openDraft(calls, tab())
    const { promise, resolve } = Promise.withResolvers<void>()
    readSlowly = promise
    const refreshed = draft.refresh()
    readSlowly = undefined
    draft.change('home.headline', 'Hello')
    expect(await draft.publish('')).toBe(1)
    resolve()
    await refreshed
    expect(draft.state()).toMatchObject({
      publishedVersion: 1,
      revision: 3,
      published: { home: { headline: 'Hello' } },
    })
  })

  it('saves the rest while one field is not right', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    draft.change('brand.email', 'no address')
    draft.change('brand.coach', 'Ana')
    await draft.flush()
    expect(site.draft().brand).toMatchObject({ coach: 'Ana', email: '' })
    expect(draft.state().saving).toBe('held')
    expect(Object.keys(draft.state().problems)).toEqual(['brand.email'])
    await expect(draft.publish('')).rejects.toThrow(NotSaved)
  })

  it('joins what somebody else changed elsewhere', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    site.elsewhere('brand.coach', 'Ana')
    draft.change('home.headline', 'Hello')
    await draft.flush()
    expect(site.draft()).toMatchObject({ brand: { coach: 'Ana' }, home: { headline: 'Hello' } })
    expect(draft.state()).toMatchObject({ saving: 'saved', disagreement: null })
  })

  it('asks where both changed the same field, and saves nothing until it is settled', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    site.elsewhere('home.headline', 'Theirs')
    site.elsewhere('brand.coach', 'Theirs')
    draft.change('home.headline', 'Mine')
    draft.change('brand.coach', 'Mine')
    await draft.flush()
    expect(draft.state()).toMatchObject({ saving: 'asking', disagreement: { by: 'a phone' } })
    expect(draft.state().disagreement?.paths.toSorted()).toEqual(['brand.coach', 'home.headline'])
    expect(site.kept.saves).toBe(0)
    draft.settle(['brand.coach'])
    await draft.flush()
    expect(site.draft()).toMatchObject({ brand: { coach: 'Theirs' }, home: { headline: 'Mine' } })
  })

  it('asks again after a reload, of the fields both changed and no others', async () => {
    const [site, memory] = [server(), tab()]
    const draft = await openDraft(site.calls, memory)
    site.elsewhere('home.headline', 'Theirs')
    site.elsewhere('brand.coach', 'Ana')
    draft.change('home.headline', 'Mine')
    await draft.flush()
    site.elsewhere('brand.coach', 'Ana Keller')
    const reloaded = await openDraft(site.calls, memory)
    await reloaded.flush()
    expect(reloaded.state()).toMatchObject({ saving: 'asking', disagreement: { paths: ['home.headline'] } })
    expect(site.draft()).toMatchObject({ home: { headline: 'Theirs' }, brand: { coach: 'Ana Keller' } })
    reloaded.settle([])
    const settled = await openDraft(site.calls, memory)
    await settled.flush()
    expect(site.draft()).toMatchObject({ home: { headline: 'Mine' }, brand: { coach: 'Ana Keller' } })
    expect(settled.state().saving).toBe('saved')
  })

  it('asks of nothing that this tab saved itself, although the answer was lost', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    draft.change('home.headline', 'Hello')
    site.kept.answersSaves = false
    await draft.flush()
    expect(draft.state().saving).toBe('unsaved')
    draft.change('home.headline', 'Hello you')
    site.kept.reachable = false
    await draft.flush()
    site.kept.reachable = true
    site.kept.answersSaves = true
    await draft.flush()
    expect(draft.state()).toMatchObject({ saving: 'saved', disagreement: null })
    expect(site.draft().home.headline).toBe('Hello you')
  })

  it('keeps an undo that was made while the change was still on its way', async () => {
    const site = server()
    const memory = tab()
    const before = defaultSiteContent.home.headline
    const draft = await openDraft(site.calls, memory)
    draft.change('home.headline', 'A slip')
    const way = draft.flush()
    // The server has it, this tab does not know yet.
    await site.calls.load()
    draft.change('home.headline', before)
    const closed = tab()
    closed.kept = memory.kept
    site.kept.reachable = false
    await way
    site.kept.reachable = true
    const again = await openDraft(site.calls, closed)
    await again.flush()
    expect(again.state().content.home.headline).toBe(before)
    expect(site.draft().home.headline).toBe(before)
  })

  it('loses nothing where what was on its way never arrived', async () => {
    const site = server()
    const closed = tab()
    closed.kept = {
      revision: 1,
      base: defaultSiteContent,
      sent: withValue(defaultSiteContent, 'home.headline', 'Sent'),
      content: withValue(withValue(defaultSiteContent, 'home.headline', 'Sent'), 'brand.coach', 'Ana'),
    }
    const again = await openDraft(site.calls, closed)
    await again.flush()
    expect(site.draft()).toMatchObject({ home: { headline: 'Sent' }, brand: { coach: 'Ana' } })
  })

  it('publishes, discards and restores', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    draft.change('home.headline', 'Hello')
    expect(await draft.publish('')).toBe(1)
    expect(draft.state().published.home.headline).toBe('Hello')
    draft.change('home.headline', 'Oh no')
    await draft.discard()
    expect(site.draft().home.headline).toBe('Hello')
    await draft.restore(0)
    expect(draft.state().content.home.headline).toBe(defaultSiteContent.home.headline)
  })

  it('is discarded to what somebody else has just published, not to what was public before', async () => {
    const site = server()
    const calls = {
      ...site.calls,
      async publish() {
        site.elsewhere('brand.coach', 'Ana')
        return site.calls.publish()
      },
    }
    const draft = await openDraft(site.calls, tab())
    draft.change('home.headline', 'Hello')
    await draft.flush()
    await calls.publish()
    await draft.discard()
    expect(draft.state()).toMatchObject({ saving: 'saved', publishedVersion: 1, disagreement: null })
    expect(draft.state().content).toEqual(draft.state().published)
    expect(site.draft()).toMatchObject({ brand: { coach: 'Ana' }, home: { headline: 'Hello' } })
  })

  it('is discarded while a save is on its way, too', async () => {
    const site = server()
    const [begun, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const save = async (sent: { revision: number; content: SiteContent }) => {
      const answer = await site.calls.save(sent)
      begun.resolve()
      await allowed.promise
      return answer
    }
    const draft = await openDraft({ ...site.calls, save }, tab())
    draft.change('home.headline', 'Hello')
    const saving = draft.flush()
    await begun.promise
    const discarded = draft.discard()
    await site.calls.publish()
    allowed.resolve()
    await saving
    await discarded
    expect(draft.state()).toMatchObject({ saving: 'saved', disagreement: null })
    expect(site.draft().home.headline).toBe('Hello')
    expect(draft.state().published.home.headline).toBe('Hello')
  })

  it('keeps what was typed after a discard that met somebody else’s publishing', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    draft.change('home.headline', 'Hello')
    await draft.flush()
    await site.calls.publish()
    const discarded = draft.discard()
    draft.change('brand.coach', 'Ana')
    await discarded
    await draft.flush()
    expect(site.draft()).toMatchObject({ brand: { coach: 'Ana' }, home: { headline: 'Hello' } })
    expect(draft.state()).toMatchObject({ saving: 'saved', disagreement: null })
  })

  it('is not tried again where it is too large, until it is changed', async () => {
    const [site, memory] = [server(), tab()]
    let tries = 0
    const save = async (sent: { revision: number; content: SiteContent }) => {
      tries += 1
      if (sent.content.home.headline.length > 5) throw new CallFailed(413, 'Too Large', '')
      return site.calls.save(sent)
    }
    const draft = await openDraft({ ...site.calls, save }, memory)
    draft.change('home.headline', 'Much too long')
    await draft.flush()
    expect(draft.state().saving).toBe('too-large')
    await draft.flush()
    await draft.refresh()
    await draft.flush()
    expect(tries).toBe(1)
    expect(draft.state()).toMatchObject({
      saving: 'too-large',
      content: { home: { headline: 'Much too long' } },
    })
    expect(memory.kept?.content.home.headline).toBe('Much too long')
    await expect(draft.publish('')).rejects.toThrow(NotSaved)
    draft.change('home.headline', 'Short')
    await draft.flush()
    expect(site.draft().home.headline).toBe('Short')
    expect(draft.state().saving).toBe('saved')
  })

  it('leaves what is unsaved to whoever signs in again once its session has ended', async () => {
    vi.useFakeTimers()
    try {
      const [site, memory] = [server(), tab()]
      let isSignedIn = true
      let tries = 0
      const save = async (sent: { revision: number; content: SiteContent }) => {
        tries += 1
        if (!isSignedIn) throw new CallFailed(401, 'Unauthorized', '')
        return site.calls.save(sent)
      }
      const calls = { ...site.calls, save }
      const draft = await openDraft(calls, memory)
      isSignedIn = false
      draft.change('home.headline', 'Hello')
      await draft.flush()
      expect(tries).toBe(1)
      isSignedIn = true
      const again = await openDraft(calls, memory)
      await again.flush()
      expect(site.draft().home.headline).toBe('Hello')
      again.change('brand.email', 'no address')
      await again.flush()
      // The editor of the ended session would have written over what this one keeps.
      await vi.advanceTimersByTimeAsync(120_000)
      expect(tries).toBe(2)
      expect(memory.kept?.content.brand.email).toBe('no address')
    } finally {
      vi.useRealTimers()
    }
  })

  it.each(['publish', 'restore'] as const)('keeps what is typed while a %s is under way', async (kind) => {
    const [site, memory] = [server(), tab()]
    const { calls, begun, goOn } = slowly(site.calls, kind)
    const draft = await openDraft(calls, memory)
    draft.change('home.headline', 'Hello')
    const asked = kind === 'publish' ? draft.publish('') : draft.restore(0)
    draft.change('brand.coach', 'Ana')
    await begun
    draft.change('brand.email', 'ana@example.com')
    goOn()
    await asked
    const typed = {
      brand: { coach: 'Ana', email: 'ana@example.com' },
      home: { headline: kind === 'publish' ? 'Hello' : defaultSiteContent.home.headline },
    }
    expect(draft.state().content).toMatchObject(typed)
    expect(memory.kept?.content).toMatchObject(typed)
    await draft.flush()
    expect(site.draft()).toMatchObject(typed)
    expect(draft.state()).toMatchObject({
      saving: 'saved',
      disagreement: null,
      published: { brand: { email: '' } },
    })
  })

  it('brings a version back at the second try where somebody else had saved, of which this editor heard nothing', async () => {
    const site = server()
    const restore = async ({ revision }: { revision: number }) => {
      if (revision !== (await site.calls.load()).revision)
        throw new CallFailed(409, 'Conflict', '{"error":"Somebody saved."}')
      return site.calls.restore()
    }
    const draft = await openDraft({ ...site.calls, restore }, tab())
    site.elsewhere('home.intro', 'From the phone')
    await expect(draft.restore(0)).rejects.toThrow('Somebody saved')
    expect(draft.state().content.home.intro).toBe('From the phone')
    expect(await draft.restore(0)).toBe(1)
    expect(draft.state()).toMatchObject({ saving: 'saved', publishedVersion: 1 })
    expect(draft.state().content).toEqual(defaultSiteContent)
  })

  it('keeps what is typed while a publishing is taken back, here and on the server', async () => {
    const site = server()
    const { calls, begun, goOn } = slowly(site.calls, 'restore')
    const draft = await openDraft(calls, tab())
    draft.change('home.headline', 'Hello')
    const undone = draft.undoPublish(await draft.publish(''))
    await begun
    draft.change('home.headline', 'Hello you')
    const saved = draft.flush()
    goOn()
    expect(await undone).toBe(true)
    await saved
    expect(draft.state()).toMatchObject({ saving: 'saved', content: { home: { headline: 'Hello you' } } })
    expect(site.draft().home.headline).toBe('Hello you')
    expect(draft.state().published.home.headline).toBe(defaultSiteContent.home.headline)
  })

  it('takes a publishing back and keeps the changes as a draft; never where another version is public', async () => {
    const site = server()
    const draft = await openDraft(site.calls, tab())
    draft.change('home.headline', 'Hello')
    const version = await draft.publish('')
    expect(await draft.undoPublish(version)).toBe(true)
    expect(draft.state().published.home.headline).toBe(defaultSiteContent.home.headline)
    expect(site.draft().home.headline).toBe('Hello')
    expect(await draft.undoPublish(version)).toBe(false)
  })
})
