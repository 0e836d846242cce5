import type { Page } from 'playwright-core'

/**
 * What can be pressed on a page, or in the dialog open on it, and is smaller than 44 by 44 px: by its own box, its label's,
 * or what is laid over its row. Links within a sentence are as high as its lines.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const enough = 43.5
    const isEnough = (box: DOMRect | undefined) => box && box.height >= enough && box.width >= enough
    const isLaidOver = (element: Element, part: string) => {
      const style = getComputedStyle(element, part)
      return style.content !== 'none' && style.position === 'absolute'
    }
    const isInSentence = (element: Element) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const found = [
      ...root.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, textarea'),
    ].filter((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      const box = element.getBoundingClientRect()
      // Kept for screen readers, or for machines that fill in anything.
      if (box.width < 2 || box.right < 0 || element.closest('[aria-hidden=true], .unseen, .sr-only'))
        return false
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      return !(
        isEnough(box) ||
        labels.some((label) => isEnough(label.getBoundingClientRect())) ||
        isLaidOver(element, '::after') ||
        isLaidOver(element, '::before') ||
        isInSentence(element)
      )
    })
    const sizeOf = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect()
      return `${Math.round(width)} × ${Math.round(height)}`
    }
    return [
      ...new Set(
        found.map(
          (element) =>
            `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}' ${sizeOf(element)}`,
        ),
      ),
    ]
  })
