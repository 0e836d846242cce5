import type { Page } from 'playwright-core'

/** How a translator puts its words in the place of a text: the text is taken out, or moved into what stands there instead. */
export type WayToTranslate = 'takes texts out' | 'moves texts'

/** Translates a page as a browser does, now and as it changes: each text becomes «text», inside two <font> elements. */
export async function translatePage(page: Page, way: WayToTranslate): Promise<void> {
  await page.evaluate((way) => {
    const translate = (text: Node) => {
      if (!(text instanceof Text) || text.data.trim() === '') return
      if (text.parentElement?.closest('font, script, style, textarea')) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      text.replaceWith(outer)
      if (way === 'takes texts out') inner.append(`«${text.data}»`)
      else {
        inner.append(text)
        text.data = `«${text.data}»`
      }
    }
    const translateAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) translate(text)
    }
    translateAll()
    // A browser's own takes a moment, too.
    let isDue = false
    new MutationObserver(() => {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        translateAll()
      }, 50)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, way)
}
