import type { TestBrowser } from '#support/test-browser.ts'
import type { Browser, Lead } from './happened.ts'

/** Someone who acts in a mixed run: a browser with its cookies, its place, and the leads it submitted. */
export type Actor = {
  client: TestBrowser
  browser: Browser
  address: string
  /** What its clock is set to; empty where it does not say. */
  timezone: string
  submitted: { lead: Lead; at: Date }[]
}

/** Sends what an actor does, which has to be taken; the browser's id comes with its cookie. */
export async function taken({ client, browser }: Actor, path: string, body: object): Promise<void> {
  const answer = await client.post(path, body)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  browser.id = client.cookies.get('leadline_visitor')?.split('.')[0] ?? ''
}
