import type { RunningProduct } from '#support/running-product.ts'
import { pick, type Random } from '#support/seeded-random.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import type { Happened } from './happened.ts'
import type { leadsOfRun } from './leads-of-run.ts'
import { addresses, paths } from './random-traffic.ts'
import type { Actor } from './run-actor.ts'

/** What the owner does in a mixed run: blocks, marks browsers as own, releases what is held, erases people. */
export function ownerOfRun(run: {
  product: RunningProduct
  random: Random
  now: () => Date
  happened: Happened
  leads: ReturnType<typeof leadsOfRun>
  actors: Actor[]
}) {
  const { product, random, now, happened, leads, actors } = run
  let session: { browser: TestBrowser; until: number } | undefined

  /** The owner's browser; signs in again where the session may have ended meanwhile. */
  async function browser(): Promise<TestBrowser> {
    if (!session || now().getTime() > session.until)
      session = { browser: await product.owner(), until: now().getTime() + 5 * 86_400_000 }
    return session.browser
  }

  async function done(method: string, path: string, body: object) {
    const answer = await sendJson(await browser(), method, path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }

  /** Switches the block of an address or a page, on where it is off. */
  async function toggle(kind: 'ips' | 'pages', value: string): Promise<void> {
    const blocked = kind === 'ips' ? happened.blockedAddresses : happened.blockedPages
    const field = kind === 'ips' ? 'ipAddress' : 'pagePath'
    if (!blocked.has(value)) {
      await done('POST', `/api/blocked-${kind}`, { [field]: value })
      blocked.add(value)
      return
    }
    const list: Record<string, string>[] = (await (await browser()).get(`/api/blocked-${kind}`)).body
    const id = list.find((block) => block[field] === value)?.id
    await done('PATCH', `/api/blocked-${kind}/${id}`, { isActive: false })
    blocked.delete(value)
  }

  /** Marks a browser as the owner's own, or takes the mark back. */
  async function mark(actor: Actor): Promise<void> {
    const isOwn = !actor.browser.isMarkedOwn
    await done('PUT', `/api/visitors/${actor.browser.id}/exclude`, { excluded: isOwn })
    actor.browser.isMarkedOwn = isOwn
  }

  async function release(): Promise<void> {
    const one = [...leads.held][0]
    if (!one) return
    const [id, submit] = one
    const { leadId } = await done('POST', `/api/quarantine/${id}/release`, {})
    leads.held.delete(id)
    leads.admit(leadId, submit)
  }

  async function erase(): Promise<void> {
    if (leads.known().length === 0) return
    const lead = pick(random, leads.known())
    const { body } = await (await browser()).get(`/api/leads/${lead.id}`)
    await done('POST', `/api/people/${body.personId}/erase`, {})
    leads.erase(lead)
  }

  /** Browsers of which something is stored. */
  const visited = () =>
    actors.filter((actor) => happened.views.some((view) => view.browser === actor.browser))

  /** Does one of these things. */
  async function deed(): Promise<void> {
    const chance = random()
    if (chance < 0.25) await toggle('ips', pick(random, addresses.slice(0, 2)))
    else if (chance < 0.45) await toggle('pages', pick(random, paths.slice(1, 4)))
    else if (chance < 0.65) await release()
    else if (chance < 0.8) await erase()
    else if (visited().length > 0) await mark(pick(random, visited()))
  }

  return { browser, toggle, mark, deed, visited }
}
