import type { BrowserContext, Page } from 'playwright-core'

/*
 * Stands in for the video host's script: the documented element, whose time tests set and whose readings it notes.
 * An `unready` one never says that it is ready, though it has a time.
 */
const script = (isReady: boolean) => `
window.playerReadings = []
let seconds = 0
customElements.define('wistia-player', class extends HTMLElement {
  duration = 930
  get currentTime() {
    window.playerReadings.push(Date.now())
    return seconds
  }
  set currentTime(to) {
    seconds = to
  }
  play() {
    this.textContent = 'playing'
    return Promise.resolve()
  }
  connectedCallback() {
    if (${isReady}) queueMicrotask(() => this.dispatchEvent(new Event('api-ready')))
  }
})`

/** Answers the video host's script in this browser. */
export async function answerPlayer(
  context: BrowserContext,
  behaviour: 'works' | 'unready' = 'works',
): Promise<void> {
  await context.route('https://fast.wistia.com/player.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script(behaviour === 'works') }),
  )
}

/** Sets the video's time, as playing or a jump does. */
export const setVideoTime = (page: Page, seconds: number): Promise<void> =>
  page.locator('wistia-player').evaluate((player, to) => {
    Object.assign(player, { currentTime: to })
  }, seconds)

/** When the page has read the video's time, in epoch milliseconds of the page's clock. */
export const playerReadings = (page: Page): Promise<number[]> =>
  page.evaluate(() => Reflect.get(window, 'playerReadings'))
