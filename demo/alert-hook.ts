import { listenHere } from './listen-here.ts'

/** Where the demo's coach has alerts posted to, as if it were a chat. */
export type DemoAlertHook = { url: string; taken(): number; stop(): Promise<void> }

/** Starts a receiver of alerts that takes everything and keeps nothing. */
export async function startDemoAlertHook(): Promise<DemoAlertHook> {
  let taken = 0
  const server = await listenHere(() => {
    taken += 1
    return { status: 200, body: { ok: true } }
  })
  return { url: `${server.origin}/alerts`, taken: () => taken, stop: server.stop }
}
