import { applicationMessage } from './application-message.ts'

const PATIENCE_MS = 8000

/**
 * Puts the form's frame into the dialog's body, once: words until the form is there, then the form. A form that does
 * not come leaves words that send to its own page in place of a broken frame; it still shows when it comes after all.
 */
export function openApplicationFrame(body: HTMLElement, address: string, saysWhenReady: boolean): void {
  if (body.querySelector('iframe')) return
  const frame = document.createElement('iframe')
  frame.className = 'application-frame'
  frame.src = address
  frame.title = body.closest('dialog')?.querySelector('h2')?.textContent ?? ''
  frame.allow = 'microphone; camera'
  const { origin } = new URL(address)
  const word = body.querySelector('p')
  const timer = window.setTimeout(() => {
    if (word) word.textContent = body.dataset.slow ?? ''
  }, PATIENCE_MS)
  const isReady = () => {
    clearTimeout(timer)
    body.dataset.state = 'ready'
  }
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = applicationMessage(event.data)
    if (message?.kind === 'ready') isReady()
    if (message?.kind === 'onward') location.assign(message.address)
  })
  if (!saysWhenReady) frame.addEventListener('load', isReady)
  body.append(frame)
}
