/*
 * A browser's translator takes each text out of the page and puts a <font> with its own words there. React still holds the
 * text that it drew: unless what it does with that reaches the <font>, it fails and takes the whole page with it.
 */

const standIns = new WeakMap<Text, Element>()
const textsOf = new WeakMap<Element, Text[]>()
// What a text said before a translator that had moved it wrote into it.
const saidBefore = new WeakMap<Text, string>()

const isFont = (node: Node | null): node is Element => node instanceof Element && node.localName === 'font'

/**
 * Puts back the texts that a <font> stands for, where `isAsSent` with the words that they came with; a translator that is
 * still at work takes them again.
 */
function restore(standIn: Element, isAsSent = false): boolean {
  const texts = textsOf.get(standIn)
  if (!texts) return false
  textsOf.delete(standIn)
  for (const text of texts) {
    standIns.delete(text)
    if (isAsSent) text.data = saidBefore.get(text) ?? text.data
  }
  if (standIn.parentNode) standIn.replaceWith(...texts)
  return true
}

function restoreText(node: Node | null): void {
  const standIn = node instanceof Text && standIns.get(node)
  if (standIn) restore(standIn)
}

/** Whether a translator took a text away and left nothing in its place, as where it made one of two. */
const isLost = (node: Node | null, parent: Node): node is Text =>
  node instanceof Text && node.parentNode !== parent

function follow(changes: MutationRecord[], observer: MutationObserver): void {
  const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isFont))
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling, oldValue } of changes) {
    // One that was moved into the <font> shows its change by itself.
    if (type === 'characterData' && !target.isConnected) restoreText(target)
    else if (target instanceof Text && oldValue !== null && target.parentElement?.closest('font'))
      if (!saidBefore.has(target)) saidBefore.set(target, oldValue)
    const near = [...addedNodes, previousSibling, nextSibling]
      .filter(isFont)
      .filter((font) => added.has(font))
    const standIn = near.find((font) => !textsOf.has(font)) ?? near[0]
    if (!standIn) continue
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue
      standIns.set(text, standIn)
      textsOf.set(standIn, [...(textsOf.get(standIn) ?? []), text])
      observer.observe(text, { characterData: true })
    }
  }
}

/** Lets React go on with a page that the browser translates. Called once, before anything is drawn. */
export function tolerateTranslators(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function (child) {
    restoreText(child)
    if (!isLost(child, this)) removeChild.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function (node, next) {
    restoreText(node)
    restoreText(next)
    insertBefore.call(this, node, isLost(next, this) ? null : next)
    return node
  }
  Node.prototype.appendChild = function (node) {
    restoreText(node)
    appendChild.call(this, node)
    return node
  }
  new MutationObserver(follow).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  })
}

/** Gives a part of the page the words back that it was sent with; says whether there were others. */
export const restoreTexts = (part: Element): boolean =>
  [...part.querySelectorAll('font')].filter((font) => restore(font, true)).length > 0
