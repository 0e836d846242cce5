import type { EditedContent } from '#contract/content-api.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { waitFor } from './eventually.ts'
import type { Answer, TestBrowser } from './test-browser.ts'

/** The owner's editor as a test drives it: it reads, changes the draft and publishes. */
export type ContentEditor = {
  read(): Promise<EditedContent>
  /** Saves the draft as `change` leaves it, on the revision that is current unless another is given. */
  save(change: (draft: SiteContent) => void, revision?: number): Promise<Answer>
  publish(revision?: number): Promise<Answer>
  /** Saves and publishes; fails the test where either is refused. */
  live(change: (draft: SiteContent) => void): Promise<number>
}

/** An editor of the owner's site in a signed-in browser. */
export function contentEditor(owner: TestBrowser): ContentEditor {
  // Nothing was done where a busy server says so, and the same again is right.
  const whenFree = async (call: () => Promise<Answer>): Promise<Answer> =>
    waitFor('the server is free', async () => {
      const answer = await call()
      return answer.status === 503 ? undefined : answer
    })
  const must = (answer: Answer): Answer => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`)
    return answer
  }
  const read = async (): Promise<EditedContent> =>
    must(await whenFree(() => owner.get('/api/site/content'))).body
  const publish: ContentEditor['publish'] = async (revision) => {
    const body = { revision: revision ?? (await read()).revision }
    return whenFree(() => owner.post('/api/site/publish', body))
  }
  const save: ContentEditor['save'] = async (change, revision) => {
    const { draft, revision: current } = await read()
    change(draft)
    const body = { revision: revision ?? current, content: draft }
    return whenFree(() => put(owner, '/api/site/draft', body))
  }
  return {
    read,
    save,
    publish,
    async live(change) {
      must(await save(change))
      return must(await publish()).body.version
    },
  }
}

/** Sends a JSON body with PUT. */
export const put = (browser: TestBrowser, path: string, body: unknown): Promise<Answer> =>
  browser.send('PUT', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
