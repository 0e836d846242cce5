import type { Page } from 'playwright-core'

/** Words that go on in another line without a hyphen, as where text is twice as large as a button has room for. */
export const brokenWords = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((place) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const hidden = text.parentElement?.closest('.unseen, noscript, [aria-hidden=true]')
      if (hidden && place !== hidden && place.contains(hidden)) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s–—/-]+/g)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
    return broken
  })
