/** As much of the hosted player's element as this page uses (its documented API). */
export type HostedPlayer = HTMLElement & {
  currentTime?: number
  duration?: number
  play?: () => Promise<void> | void
}

const PLAYER_SCRIPT = 'https://fast.wistia.com/player.js'

/** Brings the host's player into the page; rejects where the host does not answer, and may then be asked again. */
export function loadPlayer(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = PLAYER_SCRIPT
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${PLAYER_SCRIPT} did not load`))
    document.head.append(script)
  })
}

// A host that answers half of what it is asked never says that the player is ready.
const PATIENCE_MS = 15_000

/**
 * Puts the hosted player over the poster and starts it. The player stays invisible until it is ready, so the stage
 * never goes blank; where starting by script is refused, the player's own button is there to press. Rejects where the
 * host does not answer.
 */
export async function mountPlayer(screen: HTMLElement, mediaId: string): Promise<HostedPlayer> {
  const player: HostedPlayer = document.createElement('wistia-player')
  player.setAttribute('media-id', mediaId)
  player.setAttribute('aspect', String(16 / 9))
  const isReady = new Promise<void>((resolve) =>
    player.addEventListener('api-ready', () => resolve(), { once: true }),
  )
  const isLate = new Promise<void>((_resolve, reject) =>
    setTimeout(() => reject(new Error('the player was not ready in time')), PATIENCE_MS),
  )
  await Promise.race([loadPlayer(), isLate])
  screen.append(player)
  try {
    await Promise.race([isReady, isLate])
  } catch (error) {
    player.remove()
    throw error
  }
  await Promise.resolve(player.play?.()).catch(() => undefined)
  return player
}

/** The host's own page with the video, for whom no script starts the player. */
export const playerPage = (mediaId: string): string => `https://fast.wistia.net/embed/iframe/${mediaId}`
